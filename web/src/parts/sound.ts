/** The sound of dice on a table, made here: nothing is fetched. */
let context: AudioContext | null = null;

export function rattle(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  [0, 0.07, 0.13, 0.2, 0.32].forEach((after, n) => knock(context as AudioContext, now + after, 0.2 / (n + 1)));
}

function knock(audio: AudioContext, at: number, loud: number): void {
  const length = Math.floor(audio.sampleRate * 0.04);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 4;
  const source = audio.createBufferSource();
  const gain = audio.createGain();
  source.buffer = buffer;
  gain.gain.value = loud;
  source.connect(gain).connect(audio.destination);
  source.start(at);
}
