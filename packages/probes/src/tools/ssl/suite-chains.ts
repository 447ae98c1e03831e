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
 * The same in reverse, with ChaCha20 at the end. Many servers that have an order of their own put it in front for a client
 * that seems to have no AES in hardware: OpenSSL where ChaCha20 is the client's first suite, Go where that is anything but
 * AES-GCM. Where a server picks it from the end, that is the server's order too.
 */
export function turned(suites: readonly number[]): number[] {
  const isChaCha = (suite: number) => suiteName(suite).includes('CHACHA20');
  const reversed = suites.toReversed();
  return [...reversed.filter((suite) => !isChaCha(suite)), ...reversed.filter(isChaCha)];
}
