/** The server's routes as functions. A refusal comes out as `Refusal`, with one sentence for the person. */
import { t } from "../texts";
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
  get status(): number {
    return this.problem.status;
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Sent {
  token?: string | undefined;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
}

/** One request. The token goes into the Authorization header and nowhere else. */
export async function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
  const answer = await send(method, path, sent);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export async function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  const query = Object.entries(sent.query ?? {}).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  const address = query.length ? `${path}?${new URLSearchParams(query.map(([k, v]) => [k, String(v)]))}` : path;
  const headers: Record<string, string> = { accept: "application/json" };
  if (sent.token !== undefined) headers["authorization"] = `Bearer ${sent.token}`;
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit" };
  if (sent.signal) init.signal = sent.signal;
  if (sent.body instanceof Blob) init.body = sent.body;
  else if (sent.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(sent.body);
  }
  let answer: Response;
  try {
    answer = await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal({ status: 0, title: "", detail: t("problem.offline") });
  }
  if (!answer.ok) throw new Refusal(await problemOf(answer));
  return answer;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const said = (await answer.json()) as Partial<Problem>;
    if (typeof said.detail === "string") return { title: "", ...said, status: answer.status, detail: said.detail };
  } catch {
    // No problem document: something between us and the server spoke.
  }
  return { status: answer.status, title: "", detail: t("problem.strange", { status: answer.status }) };
}

/** What to tell the person of anything that went wrong. */
export function problem(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  return { status: 0, title: "", detail: error instanceof Error ? error.message : String(error) };
}
