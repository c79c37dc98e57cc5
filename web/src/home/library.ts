/** What can be played: asked for once. */
import { ask } from "../api/client";
import { routes } from "../api/routes";
import type { Library, MissionSheet } from "../api/types";

let loading: Promise<Library> | null = null;
const sheets = new Map<string, Promise<MissionSheet>>();

export function library(): Promise<Library> {
  loading ??= ask<Library>("GET", routes.library);
  loading.catch(() => (loading = null));
  return loading;
}

export function sheet(slug: string): Promise<MissionSheet> {
  let found = sheets.get(slug);
  if (!found) {
    found = ask<MissionSheet>("GET", routes.mission(slug));
    sheets.set(slug, found);
    found.catch(() => sheets.delete(slug));
  }
  return found;
}
