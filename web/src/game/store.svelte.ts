/** One game as one place sees it: kept in step by the live channel, or looked at as it was at an earlier entry. */
import { ask, problem, send } from "../api/client";
import { dropKey, keepKey, keysOf, seatsHeld } from "../api/keys";
import { Live, socketUrl, type Line } from "../api/live";
import { routes } from "../api/routes";
import type { Ask, Command, Done, GameEvent, LiveMessage, Link, NowOpen, Option, Problem, Result, Scene, Status, Told, Tried, View } from "../api/types";
import { boardOf, type Board } from "../boards";
import { teamsNamed } from "../parts/teams";
import { sentence, t } from "../texts";

/** A look at the game after an entry. */
export interface Look {
  count: number;
  view: Record<string, unknown> | null;
  scene: Record<string, unknown> | null;
}

export class GameStore {
  readonly id: string;
  /** The place that is looked from: a seat's name, or `watch`. */
  readonly place: string;
  readonly board: Board;
  status = $state.raw<Status | null>(null);
  told = $state.raw<Told[]>([]);
  offers = $state.raw<NowOpen | null>(null);
  waiting = $state.raw<Ask | null>(null);
  result = $state.raw<Result | null>(null);
  line = $state<Line>("connecting");
  /** Why the last wish was refused, until the next one. */
  refusal = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** Why the channel was ended. */
  gone = $state("");
  /** The game now. */
  now = $state.raw<Look>({ count: 0, view: null, scene: null });
  /** The game as it was, while somebody looks back. */
  past = $state.raw<Look | null>(null);
  /** The ids that the log points at, for the board to show. */
  focus = $state.raw<readonly string[]>([]);
  /** What a board has picked: the log marks what is about it. */
  picked = $state<string | null>(null);
  /** What was told since the page was opened: it rolls and is read aloud. */
  fresh = $state.raw<Told[]>([]);

  /** Grows with every link that is made or withdrawn here: what shows links looks again. */
  private keyed = $state(0);
  private live: Live;
  private looking = 0;

  constructor(id: string, place: string, kind: string) {
    this.id = id;
    this.place = place;
    this.board = boardOf(kind);
    this.live = new Live({
      url: socketUrl(routes.live),
      hello: (since) => ({ token: this.token, since, wants: [...this.board.wants, "offers"] }),
      onMessage: (message) => this.take(message),
      onLine: (line) => (this.line = line),
    });
  }

  /** The token of a place of this game, this one's without a name. */
  get token(): string {
    return this.tokenOf(this.place) ?? "";
  }

  tokenOf(place: string): string | undefined {
    void this.keyed;
    return keysOf(this.id)?.tokens[place];
  }

  start(): void {
    this.live.start();
  }

  stop(): void {
    this.live.stop();
  }

  // -- what is seen

  /** What to draw: the game now, or as it was. */
  get shown(): Look {
    return this.past ?? this.now;
  }

  get count(): number {
    return this.now.count;
  }

  get seat(): string | null {
    return this.status?.seat ?? null;
  }

  get options(): Option[] {
    return this.past || this.result ? [] : (this.offers?.options ?? []);
  }

  /** Whether what may be done is known for the game as it stands. */
  get settled(): boolean {
    return this.offers !== null && this.offers.count === this.count;
  }

  /** The seats of this game whose tokens this browser has. */
  get own(): string[] {
    return seatsHeld(keysOf(this.id));
  }

  get toAct(): string[] {
    return this.offers?.to_act ?? this.status?.to_act ?? [];
  }

  /** A value of a domain in words: the board's own, or as it is written. */
  name(value: unknown): string {
    return this.board.name?.(value, this.shown) ?? plain(value);
  }

  /** Words of the rules with every team's id as its name. */
  plainly(words: string): string {
    return teamsNamed(words, (unit) => (this.name(unit) === plain(unit) ? null : this.name(unit)));
  }

  /** The ids that an event is about. */
  about(event: GameEvent): string[] {
    return this.board.about?.(event, this.shown) ?? [];
  }

  // -- what comes in

  private take(message: LiveMessage): void {
    switch (message.live) {
      case "welcome":
        this.status = message.status;
        this.waiting = message.status.waiting;
        this.result = message.status.result;
        return;
      case "news":
        this.news(message.told);
        this.waiting = message.waiting;
        this.result = message.result;
        this.now = {
          count: message.count,
          view: message.view ? { ...pick(this.now.view, "setup"), ...message.view } : this.now.view,
          scene: message.scene ? withGround(message.scene, this.now.scene) : this.now.scene,
        };
        return;
      case "offers":
        this.offers = message;
        if (this.status) this.status = { ...this.status, seats: message.seats, to_act: message.to_act, trouble: message.trouble };
        return;
      case "seats":
        if (this.status) this.status = { ...this.status, seats: message.seats };
        return;
      case "gone":
        this.gone = message.why;
    }
  }

  private news(told: Told[]): void {
    const known = this.told.at(-1)?.n ?? -1;
    const later = told.filter((one) => one.n > known);
    if (later.length === 0) return;
    if (this.told.length > 0) this.fresh = later;
    this.told = [...this.told, ...later];
  }

  // -- what is asked for

  do(command: Command): Promise<boolean> {
    return this.change(() => ask<Done>("POST", routes.commands(this.id), { token: this.token, body: { command, seen: this.count } }));
  }

  answer(faces: number[]): Promise<boolean> {
    return this.change(() => ask<Done>("POST", routes.dice(this.id), { token: this.token, body: { faces, seen: this.count } }));
  }

  undo(): Promise<boolean> {
    return this.change(() => ask<Done>("POST", routes.undo(this.id), { token: this.token, body: { seen: this.count } }));
  }

  /** Whether a command could be given now, and if not why; nothing happens. */
  tries(command: Command, signal?: AbortSignal): Promise<Tried> {
    return ask<Tried>("POST", routes.tries(this.id), { token: this.token, body: { command }, ...(signal ? { signal } : {}) });
  }

  private async change(work: () => Promise<Done>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    try {
      const done = await work();
      this.news(done.told);
      return true;
    } catch (error) {
      this.refusal = problem(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  // -- looking back

  /** Looks at the game as it was after an entry; the last one is the game now. */
  async lookAt(entry: number): Promise<void> {
    const mine = ++this.looking;
    if (entry >= this.count - 1) {
      this.past = null;
      return;
    }
    const query = { after: Math.max(0, entry) };
    const wants = this.board.wants;
    try {
      const [view, scene] = await Promise.all([
        wants.includes("view") ? ask<View>("GET", routes.view(this.id), { token: this.token, query }) : null,
        wants.includes("scene") ? ask<Scene>("GET", routes.scene(this.id), { token: this.token, query }) : null,
      ]);
      if (mine !== this.looking) return;
      this.past = {
        count: entry + 1,
        view: view?.view ?? null,
        scene: scene ? withGround(scene.scene, this.now.scene) : null,
      };
    } catch (error) {
      if (mine === this.looking) this.refusal = problem(error);
    }
  }

  backToNow(): void {
    this.looking++;
    this.past = null;
  }

  // -- the host's powers, and files

  /** A new link to a place; an earlier one opens nothing any more. One's own seat keeps being one's own. */
  async invite(place: string): Promise<Link | null> {
    const own = this.tokenOf(place) !== undefined && place !== "watch";
    const link = await this.hosting(() => ask<Link>("POST", routes.link(this.id, place), { token: this.tokenOf(own ? place : "host") }));
    if (!link) return null;
    this.keep(own || place === "watch" ? place : `invite:${place}`, link.token);
    await this.lookAtSeats();
    return link;
  }

  /** Withdraws a link: an invitation, the spectators', or, by who sits there, a seat's. */
  async withdraw(place: string): Promise<boolean> {
    const own = this.tokenOf(place) !== undefined && place !== "watch";
    const token = this.tokenOf(own ? place : "host");
    const status = await this.hosting(() => ask<Status>("DELETE", routes.link(this.id, place), { token }));
    if (!status) return false;
    dropKey(this.id, own || place === "watch" ? place : `invite:${place}`);
    this.keyed++;
    this.status = this.status && { ...this.status, seats: status.seats };
    return true;
  }

  /** Gives a seat to a bot: one's own, or, as the host, one that nobody sits at. */
  async giveToBot(seat: string, bot: string): Promise<boolean> {
    const token = this.tokenOf(seat) ?? this.tokenOf("host");
    const status = await this.hosting(() => ask<Status>("POST", routes.bot(this.id, seat), { token, body: { bot } }));
    if (!status) return false;
    dropKey(this.id, `invite:${seat}`);
    this.status = this.status && { ...this.status, seats: status.seats };
    return true;
  }

  private async hosting<T>(work: () => Promise<T>): Promise<T | null> {
    this.refusal = null;
    try {
      return await work();
    } catch (error) {
      this.refusal = problem(error);
      return null;
    }
  }

  /** The whole game as a file; an open one needs the tokens of all seats. */
  async export(): Promise<Blob | null> {
    const tokens = this.own.map((seat) => this.tokenOf(seat)).filter((one): one is string => one !== undefined && one !== this.token);
    return this.hosting(async () => (await send("POST", routes.exported(this.id), { token: this.token, body: { tokens } })).blob());
  }

  /** Looks anew who sits where, without waiting for the live channel to tell it. */
  async lookAtSeats(): Promise<void> {
    try {
      const { seats } = await ask<Status>("GET", routes.game(this.id), { token: this.token });
      if (this.status) this.status = { ...this.status, seats };
    } catch {
      // The next look will do.
    }
  }

  forget(): void {
    dropKey(this.id);
  }

  keep(place: string, token: string): void {
    keepKey(this.id, this.status?.kind ?? "", this.status?.title ?? "", place, token);
    this.keyed++;
  }
}

function pick(from: Record<string, unknown> | null, name: string): Record<string, unknown> {
  return from && name in from ? { [name]: from[name] } : {};
}

/** The ground is sent once: a scene without it lies on the one before. */
export function withGround(scene: Record<string, unknown>, before: Record<string, unknown> | null): Record<string, unknown> {
  return scene["ground"] === null || scene["ground"] === undefined ? { ...scene, ground: before?.["ground"] ?? null } : scene;
}

/** A value as it is written, in words a person can read. */
export function plain(value: unknown): string {
  if (value === true) return t("value.yes");
  if (value === false) return t("value.no");
  if (value === null || value === undefined) return t("value.none");
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} ${plain(one)}`).join(", ");
  const words = String(value);
  return /^[a-z][a-z -]{2,}$/.test(words) ? sentence(words.replaceAll("-", " ")) : words;
}
