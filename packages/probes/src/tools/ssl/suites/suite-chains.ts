import { suiteName } from '../../../protocols/tls-records/registries/suites.ts';
import type { VersionFacts } from '../observed.ts';
import { type Choices, createChoices, mergeChains, type PickFirst } from './cipher-order.ts';

/** The suites of one version as they are found: several concurrent lists, each in the server's order. */
export interface SuiteChains {
  readonly choices: Choices;
  /** Starts a list and returns a function that adds to it. */
  begin(): (suite: number) => void;
  accepted(): number[];
  /**
   * Determines whose order decides, and sorts the suites: in the server's order, or in ours if it has none. `ask` is called
   * only while that is unknown, and must record what was selected.
   */
  settle(ask: PickFirst): Promise<void>;
}

/** Writes what is found into `facts`. `ours` is the order in which the prober offers suites. */
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
      if (choices.orderOf(all) === null) await ask(reversedOrder(all));
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
 * The reversed list with ChaCha20 at its end. Many servers with their own order prefer ChaCha20 for clients that seem to
 * lack AES hardware: OpenSSL if it is the client's first suite, Go if that is not AES-GCM. A server that selects it from the
 * end follows its own order.
 */
export function reversedOrder(suites: readonly number[]): number[] {
  const isChaCha = (suite: number) => suiteName(suite).includes('CHACHA20');
  const reversed = suites.toReversed();
  return [...reversed.filter((suite) => !isChaCha(suite)), ...reversed.filter(isChaCha)];
}
