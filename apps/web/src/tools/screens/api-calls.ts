import { report, tools } from '@sonde/contract';

/** The call of each tool's API, and its parameter for the target. The build ships only this value (`build/evaluated.ts`). */
export const apiCalls: Readonly<Record<string, { readonly path: string; readonly param: string }>> = Object.fromEntries(
  [...Object.values(tools), report].map(({ id, path, target }) => [id, { path, param: target }]),
);
