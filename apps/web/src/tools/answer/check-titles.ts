import { toolModules } from '@sonde/contract/tools/modules';

/** A check whose result is not known yet. */
export interface AwaitedCheck {
  readonly id: string;
  readonly title: string;
}

/**
 * The checks of each tool, in its order. The build evaluates this module and ships only its value (`build/evaluated.ts`): a page
 * names the checks before it has an answer, and the code that judges stays on the server.
 */
export const checkTitles: Readonly<Record<string, readonly AwaitedCheck[]>> = Object.fromEntries(
  toolModules.map(({ contract, checks }) => [contract.id, checks.map(({ id, title }) => ({ id, title }))]),
);
