import { readdirSync } from 'node:fs';
import type { DemoPage } from './targets/demo-page.ts';
import type { World } from './world.ts';

/** A target to try: what to enter on which page, and what it shows. */
export interface Target {
  readonly page: string;
  readonly field: string;
  readonly target: string;
  readonly shows: string;
}

const folder = new URL('targets/', import.meta.url);

async function load(file: string): Promise<readonly [id: string, page: DemoPage]> {
  const { page } = (await import(new URL(file, folder).href)) as { page: DemoPage };
  return [file.slice(0, -'.ts'.length), page];
}

/** By tool: every file in the folder except the one with the types. */
const pages = await Promise.all(
  readdirSync(folder)
    .filter((file) => file !== 'demo-page.ts')
    .map(load),
);

/** The targets to try, page by page. */
export function targetsOf(world: World): readonly Target[] {
  return pages.flatMap(([, { path, field, offers }]) =>
    offers(world).map(([target, shows]) => ({ page: path, field, target, shows })),
  );
}

/** What the demo cannot show, or shows differently, by page. */
export function notesOf(world: World): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pages.flatMap(([, { path, note }]) => {
      const text = note?.(world) ?? null;
      return text === null ? [] : [[path, text]];
    }),
  );
}

/** What to enter on the page of a tool. */
export interface MainTarget extends Pick<Target, 'page' | 'target'> {
  readonly verdicts: NonNullable<DemoPage['verdicts']>;
}

/** The one target of each tool that its picture and its sample show, by id. */
export function mainTargets(world: World): ReadonlyMap<string, MainTarget> {
  return new Map(
    pages.flatMap(([id, { path, picture, verdicts = {}, offers }]) => {
      const [first] = offers(world);
      return first === undefined ? [] : [[id, { page: path, target: picture ?? first[0], verdicts }] as const];
    }),
  );
}
