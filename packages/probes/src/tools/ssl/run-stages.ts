import { type DeclaredStage, schedule } from '../../async/schedule.ts';
import { CheckStopped } from '../../engines/tls/connection/budget.ts';
import type { Scan } from '../../engines/tls/connection/dial.ts';
import type { CurrentSession } from '../../engines/tls/handshake/current-client.ts';
import type { FirstHandshake } from '../../engines/tls/handshake/first-hello.ts';
import { createAlpnSearch, shareAlpnSearch } from './behaviour/alpn-search.ts';
import type { Observed } from './observed.ts';
import { createProber } from './prober/prober.ts';
import { addChain, createChainCollector } from './served/chain-collector.ts';
import { type CheckState, type Milestone, type SslStage, type Stage, sslStages } from './stages.ts';

/**
 * Runs every test after the first handshakes, concurrently as far as the budget allows, and writes the results into
 * `observed`. When the budget stops the check, it returns without an error, and what was not reached stays unknown.
 * @throws the caller's reason when the caller gave up
 */
export async function runStages(
  scan: Scan,
  first: FirstHandshake,
  observed: Observed,
  tell: (part: Stage) => void,
  { session = null, isDeep = false }: { readonly session?: CurrentSession | null; readonly isDeep?: boolean } = {},
): Promise<void> {
  const collector = createChainCollector(observed);
  if (session !== null) addChain(observed.servedChains, session);
  collector.note(first.accepted.flight);
  if (session?.client)
    observed.handshakes.set(session.client, { kind: 'agreed', version: session.version, suite: session.suite });
  const state: CheckState = {
    scan,
    first,
    session,
    observed,
    isDeep,
    tell,
    prober: createProber(scan, first.known, collector),
    alpn: shareAlpnSearch(createAlpnSearch(observed)),
    fallsBackTo: session !== null && session.version > first.known.version ? first.known : null,
  };
  await Promise.all(schedule(sslStages.map(recorded), state).map(untilStopped));
}

/** A stage whose connections a recording assigns to one part of the answer, and whose end is told. */
function recorded(stage: SslStage): DeclaredStage<Milestone, CheckState> {
  const { purpose, tells = [] } = stage;
  return {
    ...stage,
    async run(state, milestones) {
      await stage.run(purpose === undefined ? state : { ...state, scan: { ...state.scan, purpose } }, milestones);
      for (const part of tells) state.tell(part);
    },
  };
}

/** A stopped check is not an error: what was found remains valid. */
export async function untilStopped(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
  }
}
