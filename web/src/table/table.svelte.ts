/** What a person does at the table: whom they have picked, what they are about to do, and what the rules say to it. */
import { ask, problem } from "../api/client";
import { routes } from "../api/routes";
import type { Option, Tried } from "../api/types";
import { covers as coversSpot } from "../fields/fields";
import type { GameStore } from "../game/store.svelte";
import { known, sentence, t } from "../texts";
import { aimed, banked, commandOf, endOf, marksOf, nearest, raised, shiftedBy, standingLeg, turnedBy, withLegs, withMark, type AimsDraft, type Bombard, type Draft, type LegsAct, type LegsDraft, type Mark } from "./drafts";
import { apart, bearing, gap, inside, kept, middleOf, type Spot } from "./geometry";
import { roomNumber, sceneOf, teamNumber, unitOf, type Aim, type Base, type Cards, type ChargeAt, type Gun, type Leg, type MoveAhead, type Place, type Reached, type Reasons, type RollsAhead, type Seen, type Shells, type Site, type TableScene, type Target, type Targeted, type Team, type Unit } from "./scene";

type Question = { ask: string } & Record<string, unknown>;
/** What is drawn of a team that is not on the table yet. */
export interface Piece {
  kind: Team["kind"];
  base: Base;
  name: string;
  unit: string;
  seat: string;
}

const CHECK_AFTER = 140;
/** How far apart objectives are proposed, in mils. */
const APART = 9000;
const CROSSINGS = ["ford", "road-bridge", "rail-bridge", "roll"];

export class TableStore {
  readonly game: GameStore;
  unit = $state<string | null>(null);
  /** One team of it, where only that is meant. */
  team = $state<string | null>(null);
  /** How often somebody was picked: each time it is brought into sight. */
  picks = $state(0);
  draft = $state.raw<Draft | null>(null);
  /** What the rules say to the draft; nothing while they are asked. */
  verdict = $state.raw<Tried | null>(null);
  asking = $state(false);
  reach = $state.raw<Reached | null>(null);
  targets = $state.raw<Targeted | null>(null);
  seen = $state.raw<Seen | null>(null);
  odds = $state.raw<Target[]>([]);
  shells = $state.raw<Shells | null>(null);
  /** The dice of a move that is drafted, and those that the picked unit and its side have before them. */
  rolls = $state.raw<readonly string[]>([]);
  ahead = $state.raw<readonly string[]>([]);
  /** Of a move that is drafted: how far it is by the rules, who stays, who is out of command; of a charge: its chance. */
  measured = $state.raw<MoveAhead | null>(null);
  carries = $state.raw<ChargeAt | null>(null);
  /** Why the picked unit does not do what this step is about. */
  reasons = $state.raw<readonly string[]>([]);
  cards = $state.raw<Cards | null>(null);
  /** Why a thing that was clicked cannot be. */
  hint = $state("");
  /** The two teams that shall be mistaken for each other. */
  swap = $state.raw<{ one: string; other: string } | null>(null);
  /** Marks are dragged one by one, not the whole unit together. */
  single = $state(false);
  ruler = $state.raw<{ from: Spot; to: Spot } | null>(null);
  measuring = $state(false);
  /** The ruler's end still follows the pointer. */
  tape = false;
  showZones = $state(false);
  showSight = $state(true);
  showNames = $state(true);

  readonly scene: TableScene | null = $derived.by(() => sceneOf(this.game));
  readonly teams: ReadonlyMap<string, Team> = $derived(new Map((this.scene?.teams ?? []).map((team) => [team.id, team])));
  readonly units: ReadonlyMap<string, Unit> = $derived(new Map((this.scene?.units ?? []).map((unit) => [unit.id, unit])));
  /** What is open to each unit. */
  readonly byUnit: ReadonlyMap<string, Option[]> = $derived.by(() => {
    const found = new Map<string, Option[]>();
    for (const option of this.game.options) {
      const unit = unitIn(option);
      if (unit) found.set(unit, [...(found.get(unit) ?? []), option]);
    }
    return found;
  });
  /** What is open besides: steps, questions, the set-up. */
  readonly others: Option[] = $derived.by(() => this.game.options.filter((option) => unitIn(option) === null && !option.ends));
  /** Who may be mistaken for whom. */
  readonly swaps: ReadonlyMap<string, string[]> = $derived(new Map(this.others.filter(({ act }) => act === "mistake").map((option) => [String(settled(option)["one"]), (option.takes["other"]?.["values"] ?? []) as string[]])));
  readonly marks: Mark[] = $derived(this.draft ? marksOf(this.draft, this.teams) : []);
  readonly picked: Unit | null = $derived(this.unit === null ? null : (this.units.get(this.unit) ?? null));
  readonly mine: boolean = $derived.by(() => this.picked !== null && this.picked.seat === this.game.seat);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private abort: AbortController | null = null;
  private round = 0;

  constructor(game: GameStore) {
    this.game = game;
  }

  // -- looking things up

  get high(): number {
    return this.scene?.size?.[1] ?? 48_000;
  }

  acts(unit: string | null, act: string): Option[] {
    return (unit === null ? [] : (this.byUnit.get(unit) ?? [])).filter((option) => option.act === act);
  }

  can(act: string): Option | undefined {
    return this.acts(this.unit, act)[0];
  }

  other(act: string): Option | undefined {
    return this.others.find((option) => option.act === act);
  }

  /** A team's counter, on the table or yet to come. */
  piece(team: string): Piece | null {
    const here = this.teams.get(team);
    if (here) return here;
    const unit = this.units.get(unitOf(team));
    const waiting = (unit?.waiting ?? []).find((one) => one.id === team);
    return unit && waiting ? { ...waiting, unit: unit.id, seat: unit.seat } : null;
  }

  teamName(id: string): string {
    return this.piece(id)?.name ?? this.units.get(id)?.name ?? id;
  }

  /** In a list, where the end of a long name may be cut off: the team's number first. */
  teamFirst(id: string): string {
    return t("table.teamFirst", { unit: this.units.get(unitOf(id))?.name ?? "", n: teamNumber(id) });
  }

  leader(unit: Unit): Team | null {
    const own = unit.teams.map((id) => this.teams.get(id)).filter((team): team is Team => team !== undefined && !team.aboard);
    return own.find((team) => team.id === unit.leader) ?? own[0] ?? null;
  }

  // -- picking

  pickUnit(unit: string | null, team: string | null = null): void {
    if (unit !== this.unit) this.drop();
    this.unit = unit;
    this.team = team;
    if (unit !== null) this.picks++;
    this.game.picked = unit;
    this.hint = "";
    this.cards = null;
    void this.inform();
  }

  /** A click on a team: a target where there is somebody to shoot at it or to charge it, else it is picked. */
  pickTeam(id: string): void {
    const team = this.teams.get(id);
    if (!team) return;
    if (this.measuring) return this.measure([...team.at]);
    const foe = team.seat !== this.game.seat;
    if (this.swaps.has(id)) return this.pickSwap(id);
    // While something is placed, a counter is a place like any other.
    if (this.draft && ["shells", "spot", "spots", "places", "sites", "band", "room"].includes(this.draft.kind)) return this.pickGround([...team.at]);
    if (foe && this.draft?.kind === "aims") return void this.aimAll(id);
    if (foe && this.can("shoot")) return void this.aimAt(id);
    if (foe && this.can("charge")) return void this.charge(team.unit);
    const again = this.unit === team.unit && !foe && !this.draft;
    this.pickUnit(team.unit, again && this.team !== id ? id : null);
  }

  /** A team that may be mistaken: for the one before it if that may be, else it is the first of two. */
  pickSwap(id: string): void {
    const others = this.swaps.get(id) ?? [];
    const before = this.swap?.one;
    this.swap = before !== undefined && others.includes(before) ? { one: before, other: id } : { one: id, other: others[0] ?? id };
    this.game.focus = [this.swap.one, this.swap.other];
  }

  /** A click on the ground. */
  pickGround(spot: Spot): void {
    const draft = this.draft;
    if (this.measuring) return this.measure(spot);
    if (draft?.kind === "spot" || draft?.kind === "shells" || draft?.kind === "band") return this.put("0", spot);
    if (draft?.kind === "room") {
      const room = this.roomAt(spot);
      if (room !== null && draft.rooms.includes(room)) this.set({ ...draft, room });
      this.hint = room === null ? t("table.noRoom") : draft.rooms.includes(room) ? "" : t("table.otherRoom", { room: this.roomName(room) });
      return;
    }
    if (draft?.kind === "legs" && draft.rooms.length > 0) {
      const room = this.roomAt(spot);
      if (room !== null && this.nextDoor.rooms.includes(room)) this.contest(room, !draft.rooms.includes(room));
      return;
    }
    if (draft?.kind === "spots" || draft?.kind === "sites" || draft?.kind === "loads") {
      const mark = nearest(this.marks, spot, Infinity);
      if (mark) this.put(mark.key, spot);
      return;
    }
    if (this.can("deploy")) return void this.drawUp(spot);
    if (this.can("move")) return void this.goTo(spot);
    this.hint = "";
  }

  measure(spot: Spot): void {
    this.ruler = this.tape && this.ruler ? { from: this.ruler.from, to: spot } : { from: spot, to: spot };
    this.tape = !this.tape;
  }

  // -- what the rules say

  async ask<T>(question: Question): Promise<T> {
    const answer = await ask<{ answer: T }>("POST", routes.ask(this.game.id), { token: this.game.token, body: { question } });
    return answer.answer;
  }

  /** What may interest about the picked unit in this step: its reach, its targets, what it sees. */
  async inform(): Promise<void> {
    const mine = ++this.round;
    const unit = this.picked;
    [this.reach, this.targets, this.seen, this.ahead, this.reasons] = [null, null, null, [], []];
    if (!unit || this.game.past || this.game.seat === null) return;
    const team = this.team ?? this.leader(unit)?.id;
    const wants: Promise<void>[] = [];
    const take = <T>(question: Question, keep: (answer: T) => void): void => {
      const asked = this.ask<T>(question).then((answer) => mine === this.round && keep(answer), () => undefined);
      wants.push(asked.then(() => undefined));
    };
    const moves = this.can("move");
    if (team && (moves || !this.mine)) {
      const order = moves?.takes["legs"]?.["by_order"] === true;
      const reach = moves?.takes["legs"]?.["reach"] as Record<string, Record<string, number | null>> | undefined;
      const inches = order ? (reach?.[team]?.["order"] ?? null) : null;
      take<Reached>({ ask: "reach", team, ...(inches === null ? {} : { inches }) }, (answer) => (this.reach = answer));
    }
    if (this.can("shoot") || this.can("charge")) take<Targeted>({ ask: "targets", unit: unit.id, charges: this.can("charge") !== undefined }, (answer) => (this.targets = answer));
    if (this.mine) take<RollsAhead>({ ask: "to come", unit: unit.id }, (answer) => (this.ahead = answer.lines));
    if (this.mine && unit.teams.length > 0) take<Reasons>({ ask: "why not", unit: unit.id }, (answer) => (this.reasons = answer.lines));
    if (team && this.showSight) take<Seen>({ ask: "sees", team }, (answer) => (this.seen = answer));
    await Promise.all(wants);
  }

  async readCard(): Promise<void> {
    if (this.cards || !this.unit) return void (this.cards = null);
    const unit = this.unit;
    const cards = await this.wished<Cards>({ ask: "card", unit });
    if (cards && this.unit === unit) this.cards = cards;
  }

  /** A question whose refusal is told to the person. */
  private async wished<T>(question: Question): Promise<T | null> {
    this.hint = "";
    this.asking = true;
    const before = this.game.count;
    try {
      return await this.ask<T>(question);
    } catch (error) {
      // What was asked of a moment that is over needs no answer.
      if (this.game.count === before) this.hint = problem(error).detail;
      return null;
    } finally {
      this.asking = false;
    }
  }

  /** Shows another draft, and asks the rules what they say to it. */
  set(draft: Draft | null): void {
    this.draft = draft;
    [this.verdict, this.rolls, this.measured, this.carries] = [null, [], null, null];
    clearTimeout(this.timer);
    if (draft === null) {
      this.abort?.abort();
      [this.odds, this.shells] = [[], null];
      return;
    }
    this.timer = setTimeout(() => void this.check(draft), CHECK_AFTER);
  }

  private async check(draft: Draft): Promise<void> {
    this.abort?.abort();
    this.abort = new AbortController();
    if (draft.kind === "legs" && (draft.act === "move" || draft.act === "charge") && draft.legs.length === 0 && draft.rooms.length === 0) return;
    try {
      const tried = await this.game.tries(commandOf(draft), this.abort.signal);
      if (draft !== this.draft) return;
      this.verdict = tried;
      // What it promises is a help: the verdict stands without it.
      if (tried.ok) await this.promise(draft).catch(() => undefined);
    } catch (error) {
      if (draft !== this.draft || (error instanceof DOMException && error.name === "AbortError")) return;
      const why = problem(error);
      this.verdict = { ok: false, count: this.game.count, detail: why.detail, rule: why.rule ?? null };
    }
  }

  /** The chances of a draft that is allowed. */
  private async promise(draft: Draft): Promise<void> {
    if (draft.kind === "aims" && draft.act === "shoot") {
      const aims = draft.aims.filter((aim) => !aim.smoke);
      const found = aims.length > 0 ? await this.ask<Targeted>({ ask: "odds", unit: draft.unit, aims }) : null;
      if (draft === this.draft) this.odds = found?.shots ?? [];
    }
    if (draft.kind === "shells") {
      const found = await this.ask<Shells>({ ask: "shells", command: draft.command });
      if (draft === this.draft) this.shells = found;
    }
    if (draft.kind === "legs" && draft.act === "move") {
      const found = await this.ask<MoveAhead>({ ask: "move odds", command: commandOf(draft) as never });
      if (draft === this.draft) [this.measured, this.rolls] = [found, found.lines];
    }
    if (draft.kind === "legs" && draft.act === "charge") {
      const found = await this.ask<Targeted>({ ask: "charge odds", command: commandOf(draft) });
      if (draft === this.draft) this.carries = found.charges[0] ?? null;
    }
    if (draft.kind === "loads" || (draft.kind === "aims" && draft.act === "defend")) {
      const found = await this.ask<RollsAhead>(draft.kind === "loads" ? { ask: "launch odds", command: commandOf(draft) } : { ask: "defence", aims: draft.aims });
      if (draft === this.draft) this.rolls = found.lines;
    }
    const sighted = draft.kind === "legs" && this.showSight ? (draft.legs.find((leg) => leg.team === this.picked?.leader) ?? draft.legs[0]) : undefined;
    if (sighted) {
      const found = await this.ask<Seen>({ ask: "sees", team: sighted.team, at: endOf(sighted) });
      if (draft === this.draft) this.seen = found;
    }
  }

  drop(): void {
    this.set(null);
    this.missed = null;
    this.single = false;
    this.hint = "";
  }

  async confirm(): Promise<boolean> {
    const draft = this.draft;
    if (!draft || this.game.busy) return false;
    const before = this.game.count;
    const done = await this.game.do(commandOf(draft));
    if (done && this.draft === draft) this.drop();
    // The news may have come before the answer, while the plan still stood: what is asked next is begun now.
    // Before the news nothing is: the table would begin what has just been done.
    if (done && this.game.count !== before && this.game.settled) this.settle();
    return done;
  }

  // -- drafts

  /** Where a unit was sent and found no way: keys go on from there, past whoever is in its way. */
  private missed: { unit: string; to: Spot } | null = null;

  /** Begins a move; where it goes is clicked, or shown by the arrow keys. */
  beginMove(dash = false): void {
    const option = this.can("move");
    if (!option || !this.picked) return;
    const before = this.draft?.kind === "legs" && this.draft.act === "move" ? this.draft : null;
    const byOrder = option.takes["legs"]?.["by_order"] === true;
    const lead = before?.legs.find((leg) => leg.team === this.leader(this.picked as Unit)?.id) ?? before?.legs[0];
    this.set({ kind: "legs", act: "move", unit: this.unit, legs: [], rooms: [], target: null, dash, byOrder });
    if (lead && before) void this.goTo(endOf(lead));
  }

  /** The picked unit, or the one team that is picked, toward a place by the server's own way. */
  async goTo(to: Spot): Promise<void> {
    const unit = this.picked;
    const option = this.can("move");
    if (!unit || !option || !this.scene?.size) return;
    const before = this.draft?.kind === "legs" && this.draft.act === "move" ? this.draft : null;
    const byOrder = option.takes["legs"]?.["by_order"] === true;
    const dash = before?.dash ?? false;
    const teams = this.team ? [this.team] : [];
    const found = await this.wished<{ legs: Leg[] }>({ ask: "way", unit: unit.id, to: kept(to, this.scene.size), dash, by_order: byOrder, teams });
    if (!found || this.unit !== unit.id) return;
    this.missed = found.legs.length === 0 ? { unit: unit.id, to } : null;
    if (this.missed) await this.tellWhyNot(unit, option, to, byOrder);
    const empty: LegsDraft = { kind: "legs", act: "move", unit: unit.id, legs: [], rooms: [], target: null, dash, byOrder };
    if (found.legs.length > 0 || before) this.set(teams.length > 0 && before ? withLegs(before, found.legs) : { ...empty, legs: found.legs });
  }

  /** There is no way: what the rules say to the straight one, as far as the unit goes. */
  private async tellWhyNot(unit: Unit, option: Option, to: Spot, byOrder: boolean): Promise<void> {
    this.hint = t("table.noWay");
    const reach = (option.takes["legs"]?.["reach"] ?? {}) as Record<string, Record<string, number | null>>;
    const lead = this.leader(unit);
    const team = lead && reach[lead.id] ? lead : Object.keys(reach).map((id) => this.teams.get(id)).find((one) => one !== undefined);
    const pace = byOrder ? "order" : "tactical";
    const most = (team ? (reach[team.id]?.[pace] ?? 0) : 0) * 1000;
    if (!team || most === 0) return;
    const share = Math.min(1, (most - 50) / Math.max(1, apart(team.at, to)));
    const end: Spot = [Math.round(team.at[0] + (to[0] - team.at[0]) * share), Math.round(team.at[1] + (to[1] - team.at[1]) * share)];
    const leg = { ...standingLeg(team, pace), way: [[...team.at], end] };
    const tried = await this.game.tries({ do: "move", unit: unit.id, legs: [leg] }).catch(() => null);
    if (tried && !tried.ok && this.unit === unit.id) this.hint = `${t("table.noWay")}: ${tried.detail}`;
  }

  /** Everybody of the unit who may still move and has no leg yet gets one that stays, to be dragged or turned. */
  spread(): void {
    const draft = this.draft;
    if (draft?.kind !== "legs") return;
    this.single = true;
    const able = Object.keys((this.can(draft.act)?.takes["legs"]?.["reach"] ?? this.other(draft.act)?.takes["legs"]?.["reach"] ?? {}) as object);
    const known = new Set(draft.legs.map((leg) => leg.team));
    const more = able.map((id) => this.teams.get(id)).filter((team): team is Team => team !== undefined && !known.has(team.id));
    const pace = draft.byOrder ? "order" : "tactical";
    this.set({ ...draft, legs: [...draft.legs, ...more.map((team) => standingLeg(team, pace))] });
  }

  async ride(how: "on" | "off"): Promise<void> {
    const unit = this.picked;
    if (!unit) return;
    const found = await this.wished<{ legs: Leg[] }>({ ask: "way", unit: unit.id, to: [0, 0], ride: how });
    if (!found) return;
    if (found.legs.length === 0) this.hint = t(how === "on" ? "table.noMount" : "table.noDismount");
    else this.set({ kind: "legs", act: "move", unit: unit.id, legs: found.legs, rooms: [], target: null, dash: false, byOrder: false });
  }

  /** Puts the picked unit about a place, as the set-up would have it; where it would not, to show why. */
  async drawUp(at: Spot): Promise<void> {
    const unit = this.picked;
    const option = this.can("deploy");
    if (!unit || !option || !this.scene?.size) return;
    const rings = (option.takes["places"]?.["rings"] ?? []) as Spot[][];
    const spot = kept(at, this.scene.size);
    const before = this.draft?.kind === "places" ? this.draft : null;
    const found = await this.wished<{ places: Place[] }>({ ask: "draw-up", unit: unit.id, at: spot });
    if (!found || this.unit !== unit.id) return;
    if (found.places.length > 0) this.set({ kind: "places", act: "deploy", unit: unit.id, places: found.places, rings });
    else if (before) {
      const [x, y] = middleOf(before.places.map((one) => one.at));
      this.set(shiftedBy(before, spot[0] - x, spot[1] - y));
    } else this.set({ kind: "places", act: "deploy", unit: unit.id, rings, places: this.grid(option.takes["places"]?.["teams"] as string[], spot) });
  }

  private grid(teams: string[], at: Spot): Place[] {
    const wide = Math.ceil(Math.sqrt(teams.length));
    const size = this.scene?.size ?? [72_000, 48_000];
    const facing = bearing(at, [size[0] / 2, size[1] / 2]) ?? 0;
    return teams.map((team, n) => ({ team, at: [at[0] + ((n % wide) - (wide - 1) / 2) * 2000, at[1] - Math.floor(n / wide) * 2000], facing }));
  }

  /** The first place to think of for a unit that is to be put down. */
  beginDeploy(): void {
    const option = this.can("deploy");
    const rings = (option?.takes["places"]?.["rings"] ?? []) as Spot[][];
    const at = inside(rings);
    if (at) void this.firstPlace(at, rings);
  }

  /** About a place, or, where there is no room, wherever the server finds some. */
  private async firstPlace(at: Spot, rings: Spot[][]): Promise<void> {
    const unit = this.unit;
    const found = await this.wished<{ places: Place[] }>({ ask: "draw-up", unit, at });
    if (this.unit !== unit || unit === null) return;
    if (found && found.places.length > 0) return this.set({ kind: "places", act: "deploy", unit, places: found.places, rings });
    const other = await this.propose("deploy", { unit });
    if (other?.kind === "places") this.set({ ...other, rings });
    else await this.drawUp(at);
  }

  /** Something to be put somewhere: well inside its area, or where the server finds a place. */
  beginPut(option: Option): void {
    const among = (option.takes["what"]?.["values"] ?? []) as string[];
    const rings = (option.takes["at"]?.["rings"] ?? []) as Spot[][];
    const [what, at] = [among[0], this.clearSpot(rings)];
    if (what === undefined) return;
    if (at) this.set({ kind: "spot", act: "put", what, among, at, rings });
    else void this.propose("put").then((draft) => draft?.kind === "spot" && this.draft === draft && this.set({ ...draft, among }));
  }

  /** Well inside an area, away from what was put down before and not in a house: as far away as there is room. */
  private clearSpot(rings: Spot[][]): Spot | null {
    const middle = inside(rings);
    const taken = [...(this.scene?.objectives ?? []), ...(this.scene?.markers ?? [])].flatMap((one) => (one.at ? [one.at] : []));
    const houses = (this.scene?.ground?.features ?? []).filter((one) => one.kind === "building").map((one) => one.outline as Spot[]);
    const room = (at: Spot): number => (houses.some((house) => coversSpot([house], at)) ? 0 : Math.min(APART, ...taken.map((one) => apart(one, at))));
    const [wide, high] = this.scene?.size ?? [0, 0];
    if (!middle || room(middle) === APART) return middle;
    let best = middle;
    for (let x = 1000; x < wide; x += 2000)
      for (let y = 1000; y < high; y += 2000) {
        const at: Spot = [x, y];
        const more = room(at) - room(best);
        if ((more > 0 || (more === 0 && apart(at, middle) < apart(best, middle))) && coversSpot(rings, at)) best = at;
      }
    return best;
  }

  /** The river, across the middle of where it may be. */
  beginRiver(): void {
    const widths = this.others.filter((option) => option.act === "lay-river").map((option) => {
      const middle = option.takes["middle"];
      return { width: Number(settled(option)["width"]), least: Number(middle?.["least"]), most: Number(middle?.["most"]) };
    });
    const first = widths[Math.floor(widths.length / 2)];
    if (!first || !this.scene?.size) return;
    const [wide, high] = this.scene.size;
    const bed = (this.scene.zones["river-bed"] ?? []).flat();
    const [xs, ys] = [bed.map(([x]) => x), bed.map(([, y]) => y)];
    const upright = Math.max(...ys) - Math.min(...ys) >= Math.max(...xs) - Math.min(...xs);
    const middle = (first.least + first.most) / 2;
    this.set(banked({ kind: "band", act: "lay-river", widths, width: first.width, upright, at: upright ? [middle, high / 2] : [wide / 2, middle] }));
  }

  /** The parameter of an option that is one of the rooms on the table, where it is the only one that is open. */
  roomParam(option: Option): string | null {
    const open = Object.entries(option.takes).filter(([, domain]) => domain.domain === "one-of");
    const [name, domain] = open[0] ?? [];
    const values = (domain?.["values"] ?? []) as unknown[];
    if (name === undefined || open.length !== 1 || Object.keys(option.takes).length !== 1 || values.length < 2) return null;
    const rooms = new Set((this.scene?.plan ?? []).map((room) => room.name));
    return values.every((value) => rooms.has(value as string)) ? name : null;
  }

  beginRoom(option: Option): void {
    const param = this.roomParam(option);
    const rooms = (param === null ? [] : (option.takes[param]?.["values"] ?? [])) as string[];
    if (param !== null && rooms[0] !== undefined) this.set({ kind: "room", act: option.act, param, words: option.words, rooms, room: rooms[0] });
  }

  private roomAt(spot: Spot): string | null {
    return (this.scene?.plan ?? []).find((room) => coversSpot([room.outline as Spot[]], spot))?.name ?? null;
  }

  /** What is put somewhere, in words. */
  whatName(what: string): string {
    const unit = /^ranged in: (.+)$/.exec(what)?.[1];
    if (CROSSINGS.includes(what)) return known("table.what", what);
    return unit === undefined ? what : t("table.plan.marker", { unit: this.units.get(unit)?.name ?? unit });
  }

  /** A room with its building, in words. */
  roomName(name: string): string {
    const room = this.scene?.plan.find((one) => one.name === name);
    return room ? t("table.room", { building: sentence(room.building.replaceAll("-", " ")), room: roomNumber(room) }) : name;
  }

  /** What the server proposes for an act, as a draft. */
  async propose(act: string, about: { unit?: string; target?: string; at?: Spot; outside?: boolean } = {}): Promise<Draft | null> {
    const found = await this.wished<{ command: Record<string, unknown> | null; note: string }>({ ask: "propose", act, ...about });
    if (!found) return null;
    if (!found.command) {
      this.hint = t("table.noProposal");
      return null;
    }
    const made = this.draftOf(act, found.command, about.target ?? null);
    const draft = made?.kind === "places" ? { ...made, note: found.note } : made;
    if (draft) this.set(draft);
    return draft;
  }

  private draftOf(act: string, command: Record<string, unknown>, target: string | null): Draft | null {
    const unit = (command["unit"] as string | undefined) ?? null;
    switch (act) {
      case "shoot":
      case "defend":
      case "flak": {
        const option = act === "shoot" ? this.acts(unit, act)[0] : this.other(act);
        return { kind: "aims", act, unit, aims: command["aims"] as Aim[], guns: (option?.takes["aims"]?.["guns"] ?? []) as Gun[] };
      }
      case "charge":
      case "counterattack":
      case "break-off":
      case "consolidate":
        return { kind: "legs", act: act as LegsAct, unit, legs: (command["legs"] as Leg[]) ?? [], rooms: (command["rooms"] as string[]) ?? [], target, dash: false, byOrder: false };
      case "deploy":
      case "fly":
        return { kind: "places", act, unit: unit as string, places: command["places"] as Place[], rings: [] };
      case "put":
        return { kind: "spot", act, what: command["what"] as string, among: [], at: command["at"] as Spot, rings: [] };
      case "build":
        return this.sitesDraft(command["item"] as string, command["sites"] as Site[]);
      case "lay-traps":
        return { kind: "spots", act, at: command["at"] as Spot[] };
      case "launch":
        return { kind: "loads", act, unit: unit as string, loads: command["loads"] as { at: Spot; teams: string[] }[] };
      case "bombard":
        return this.shellsDraft(command as unknown as Bombard);
      default:
        return null;
    }
  }

  private sitesDraft(item: string, sites: Site[]): Draft {
    const takes = this.others.find((option) => option.act === "build" && settled(option)["item"] === item)?.takes["sites"];
    return { kind: "sites", act: "build", item, sites, rings: (takes?.["rings"] ?? []) as Spot[][], forward: takes?.["forward"] === true, walls: takes?.["wall"] === true };
  }

  // -- shooting

  /** Everything that the picked unit can fire, at one enemy team. */
  async aimAt(team: string): Promise<Draft | null> {
    return this.unit ? this.propose("shoot", { unit: this.unit, target: team }) : null;
  }

  async fireAt(team: string): Promise<boolean> {
    return (await this.aimAt(team)) !== null && this.confirm();
  }

  /** All weapons of the draft that can, at a team. */
  private aimAll(team: string): void {
    const draft = this.draft as AimsDraft;
    if (draft.act === "shoot") return void this.aimAt(team);
    let found = draft;
    for (const gun of draft.guns) if (gun.at.includes(team)) found = aimed(found, gun, team);
    this.set(found);
  }

  aim(gun: Gun, at: string | null, smoke = false): void {
    if (this.draft?.kind === "aims") this.set(aimed(this.draft, gun, at, smoke));
  }

  // -- bombardments

  /** A bombardment of the picked unit: shells, smoke, or on its marker again. */
  async beginBombard(how: "shells" | "smoke" | "again"): Promise<void> {
    const options = this.bombards(how);
    const first = options[0];
    if (!first || !this.unit) return;
    if (how === "shells") {
      const best = await this.propose("bombard", { unit: this.unit });
      if (best?.kind === "shells" && !best.command.repeat && !best.command.smoke) return;
    }
    const command = settled(first) as unknown as Bombard;
    const at = (first.takes["at"]?.["points"] as Spot[] | undefined)?.[0] ?? command.at;
    const draft = this.shellsDraft({ ...command, do: "bombard", at, attempts: 3, along: command.along ?? 0 });
    if (draft) this.set(draft);
  }

  bombards(how: "shells" | "smoke" | "again"): Option[] {
    return this.acts(this.unit, "bombard").filter((option) => {
      const { smoke, repeat } = settled(option);
      return how === "smoke" ? smoke === true : how === "again" ? repeat === true : smoke !== true && repeat !== true;
    });
  }

  private shellsDraft(command: Bombard): Draft | null {
    const option = this.acts(command.unit, "bombard").find((one) => {
      const its = settled(one);
      return its["spotter"] === command.spotter && its["weapon"] === command.weapon && its["smoke"] === (command.smoke ?? false);
    });
    const at = option?.takes["at"];
    const whole: Bombard = { do: "bombard", unit: command.unit, spotter: command.spotter, at: command.at, weapon: command.weapon ?? 0, attempts: command.attempts ?? 3, repeat: command.repeat ?? false, smoke: command.smoke ?? false, along: command.along ?? 0 };
    return { kind: "shells", act: "bombard", command: whole, range: Number(at?.["range"] ?? 0), inches: Number(at?.["inches"] ?? 6), name: String(at?.["name"] ?? "") };
  }

  // -- assaults

  async charge(enemy: string, outside = false): Promise<void> {
    if (this.unit) await this.propose("charge", { unit: this.unit, target: enemy, outside });
  }

  /** The rooms next door that the picked unit can contest, and whether it can charge outside too. */
  get nextDoor(): { rooms: string[]; outside: boolean } {
    const charges = this.acts(this.unit, "charge");
    const rooms = (option: Option): unknown => option.takes["rooms"]?.domain;
    return { rooms: charges.filter((option) => rooms(option) === "some").flatMap((option) => option.takes["rooms"]?.["values"] as string[]), outside: charges.some((option) => rooms(option) !== "some") };
  }

  /** Contests a room as well, or no longer; one is always left. */
  contest(room: string, on: boolean): void {
    const draft = this.draft;
    if (draft?.kind !== "legs") return;
    const chosen = on ? [...draft.rooms, room] : draft.rooms.filter((one) => one !== room);
    if (chosen.length > 0) this.set({ ...draft, rooms: chosen });
  }

  /** The tanks that can take control of a carrier of the picked unit, nearest first. */
  controls(carrier: string): Option[] {
    return this.acts(this.unit, "take-control").filter((option) => settled(option)["carrier"] === carrier);
  }

  /** The carriers of the picked unit that a tank can take control of. */
  get steered(): string[] {
    return [...new Set(this.acts(this.unit, "take-control").map((option) => String(settled(option)["carrier"])))];
  }

  /** A carrier under control stays where it is, until its mark is moved. */
  beginControl(carrier: string): void {
    const option = this.controls(carrier)[0];
    const team = this.teams.get(carrier);
    if (!option || !team) return;
    const control = { tank: String(settled(option)["tank"]), carrier, inches: Number(option.takes["legs"]?.["inches"] ?? 6) };
    this.set({ kind: "legs", act: "take-control", unit: this.unit, legs: [standingLeg(team, "tactical")], rooms: [], target: null, dash: false, byOrder: false, control });
  }

  // -- moving marks about

  /** A mark somewhere else, while it is dragged. */
  drag(key: string, at: Spot): void {
    const draft = this.draft;
    if (!draft) return;
    const mark = this.marks.find((one) => one.key === key);
    if (!mark) return;
    if (this.single || draft.kind === "spot" || draft.kind === "shells" || draft.kind === "band") this.set(withMark(draft, key, at));
    else this.set(shiftedBy(draft, at[0] - mark.at[0], at[1] - mark.at[1]));
  }

  /** A mark is let go: teams that move get a real way there, or mount what they are let go on. */
  async let(key: string, at: Spot): Promise<void> {
    const draft = this.draft;
    if (draft?.kind !== "legs" || !this.scene?.size) return;
    if (!this.single && draft.act === "move") {
      const lead = this.picked && this.leader(this.picked);
      const goal = draft.legs.find((leg) => leg.team === lead?.id) ?? draft.legs[0];
      if (goal) await this.goTo(endOf(goal));
      return;
    }
    if (draft.act !== "move") return;
    const carrier = this.carrierAt(key, at);
    if (carrier) {
      const legs = draft.legs.map((leg) => (leg.team === key ? { ...leg, way: [leg.way[0] as Spot, [...carrier.at] as Spot], board: carrier.id } : leg));
      return this.set({ ...draft, legs });
    }
    const facing = draft.legs.find((leg) => leg.team === key)?.facing ?? null;
    const found = await this.wished<{ legs: Leg[] }>({ ask: "way", unit: draft.unit, to: kept(at, this.scene.size), dash: draft.dash, by_order: draft.byOrder, teams: [key] });
    const leg = found?.legs[0];
    if (leg && this.draft?.kind === "legs") this.set(withLegs(this.draft, [{ ...leg, facing }]));
  }

  private carrierAt(team: string, at: Spot): Team | null {
    const own = this.teams.get(team);
    if (own?.kind !== "infantry") return null;
    const near = [...this.teams.values()].filter((one) => one.seat === own.seat && (one.kind === "lorry" || one.kind === "tank") && apart(one.at, at) < one.base.half_length);
    return near[0] ?? null;
  }

  put(key: string, at: Spot): void {
    if (this.draft) this.set(withMark(this.draft, key, at));
  }

  /** By the arrow keys: one mark, or all of them, so many mils. */
  nudge(key: string | null, dx: number, dy: number): void {
    const draft = this.draft;
    if (!draft) return;
    const mark = this.marks.find((one) => one.key === key);
    if (draft.kind === "legs" && draft.act === "move" && !mark) {
      const lead = this.picked && this.leader(this.picked);
      const leg = draft.legs.find((one) => one.team === lead?.id) ?? draft.legs[0];
      const from = leg ? endOf(leg) : this.missed?.unit === this.unit ? this.missed.to : lead?.at;
      if (from) void this.goTo([from[0] + dx, from[1] + dy]);
      return;
    }
    this.set(mark ? withMark(draft, mark.key, [mark.at[0] + dx, mark.at[1] + dy]) : shiftedBy(draft, dx, dy));
  }

  turn(key: string | null, by: number): void {
    if (this.draft) this.set(turnedBy(this.draft, this.single ? key : null, by, this.teams));
  }

  raise(key: string, by: number): void {
    if (this.draft) this.set(raised(this.draft, key, by));
  }

  // -- keeping in step

  /** After every change of the game: what is no longer open is dropped, what is asked is begun. */
  settle(): void {
    const draft = this.draft;
    if (draft && !this.game.options.some((option) => option.act === draft.act && fits(option, draft))) this.drop();
    if (this.unit !== null && !this.units.has(this.unit)) this.unit = null;
    if (this.swap && !this.swaps.get(this.swap.one)?.includes(this.swap.other)) [this.swap, this.game.focus] = [null, []];
    this.hint = "";
    // Somebody was quicker: what they did is shown now.
    if (this.game.refusal?.status === 409) this.game.refusal = null;
    if (this.game.options.length > 0) this.begin();
    void this.inform();
  }

  /** Where there is one thing to do, it is begun. */
  private begin(): void {
    if (this.draft) return;
    const put = this.other("put");
    if (put?.takes["at"]) return this.beginPut(put);
    if (this.other("lay-river")) return this.beginRiver();
    const mistaken = [...this.swaps.keys()][0];
    if (mistaken !== undefined && !this.swap) return this.pickSwap(mistaken);
    const room = this.others.find((option) => this.roomParam(option) !== null);
    if (room) return this.beginRoom(room);
    const asked = this.scene?.asked;
    if (asked && asked.seat === this.game.seat && asked.kind === "defend") return void this.propose("defend");
    // Who was just put down may move before the set-up goes on: it is picked, and a click says where to.
    if (asked && asked.seat === this.game.seat && asked.kind === "lead-out") return void (asked.units.includes(this.unit ?? "") || (this.unit = asked.units[0] ?? null));
    const deploys = [...this.byUnit].filter(([, options]) => options.some((option) => option.act === "deploy")).map(([unit]) => unit);
    if (deploys.length > 0 && (this.unit === null || !deploys.includes(this.unit))) this.unit = deploys[0] as string;
  }

  /** The distance between two teams, edge to edge. */
  between(one: string, other: string): number | null {
    const [a, b] = [this.teams.get(one), this.teams.get(other)];
    return a && b ? gap(a, b) : null;
  }

  /** Whether a spot lies in what a draft asks for. */
  allowed(spot: Spot): boolean {
    const draft = this.draft;
    if (draft?.kind !== "spot" && draft?.kind !== "places") return true;
    return draft.rings.length === 0 || coversSpot(draft.rings, spot);
  }
}

/** The one unit that an option is about. */
export function unitIn(option: Option): string | null {
  const domain = option.takes["unit"];
  const values = domain?.["values"];
  return domain?.domain === "one-of" && Array.isArray(values) && values.length === 1 ? (values[0] as string) : null;
}

/** Whether a draft is still of what an option offers. */
function fits(option: Option, draft: Draft): boolean {
  const among = (name: string, value: unknown): boolean => {
    const values = option.takes[name]?.["values"];
    return !Array.isArray(values) || values.includes(value);
  };
  if (draft.kind === "spot") return among("what", draft.what);
  if (draft.kind === "room") return among(draft.param, draft.room);
  if (draft.kind === "sites") return among("item", draft.item);
  if (draft.kind === "band") return among("width", draft.width);
  if (draft.kind === "shells") return among("unit", draft.command.unit);
  if (draft.kind === "legs" && draft.control) return among("tank", draft.control.tank) && among("carrier", draft.control.carrier);
  return !("unit" in draft) || draft.unit === null || among("unit", draft.unit);
}

/** The values of an option that can only be one. */
export function settled(option: Option): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, domain] of Object.entries(option.takes)) {
    const values = domain["values"];
    if (domain.domain === "one-of" && Array.isArray(values) && values.length === 1) found[name] = values[0];
  }
  return found;
}
