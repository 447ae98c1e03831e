import { suiteName } from '../../protocols/tls-records/suites.ts';
import { type Choices, createChoices, mergeChains, type PickFirst } from './cipher-order.ts';
import type { VersionFacts } from './observed.ts';

/** The suites of one version as they are found: several chains at the same time, each in the server's order. */
export interface SuiteChains {
  readonly choices: Choices;
  /** Begins a chain, and gives what adds to it. */
  begin(): (suite: number) => void;
  accepted(): number[];
  /**
   * Settles whose order it is, and puts the suites into it: the server's, or ours where it has none. `ask` is only called
   * where that is not known yet, and has to note what was picked.
   */
  settle(ask: PickFirst): Promise<void>;
}

/** Writes what is found into `facts`. `ours` is the order in which suites are usually offered. */
export function createSuiteChains(facts: VersionFacts, ours: readonly number[]): SuiteChains {
  const chains: number[][] = [];
  const choices = createChoices();
  const accepted = () => chains.flat();
  const show = (suites: readonly number[]) =>
    void facts.suites.splice(0, facts.suites.length, ...suites.map(suiteName));
  return {
    choices,
    accepted,
    begin() {
      const chain: number[] = [];
      chains.push(chain);
      return (suite) => {
        facts.isAccepted = true;
        if (accepted().includes(suite)) return;
        chain.push(suite);
        show(accepted());
      };
    },
    async settle(ask) {
      const all = accepted();
      if (all.length < 2) return;
      if (choices.orderOf(all) === null) await ask(turned(all));
      facts.cipherOrder = choices.orderOf(all);
      const inOrder =
        facts.cipherOrder === 'server'
          ? await mergeChains(chains, choices, ask)
          : ours.filter((suite) => all.includes(suite));
      if (inOrder?.length === all.length) show(inOrder);
    },
  };
}

/**
 * The same in reverse. ChaCha20 does not come first: many servers that have an order of their own put it aside for a client
 * whose first suite that is, since such clients have no AES in hardware.
 */
export function turned(suites: readonly number[]): number[] {
  const reversed = suites.toReversed();
  const first = reversed.findIndex((suite) => !suiteName(suite).includes('CHACHA20'));
  return first < 0 ? reversed : [...reversed.splice(first, 1), ...reversed];
}
