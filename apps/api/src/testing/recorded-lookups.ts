import type { Evidence } from '@sonde/contract';
import type { LightMyRequestResponse } from 'fastify';
import { COUNTDOWN, fakeToolbox } from './fake-toolbox.ts';
import { testServer } from './test-server.ts';

/** A server whose measurements end at once, with this evidence if recorded; `steps` is their index, from 0. */
export async function recordedLookups(evidence: Evidence, variables: Readonly<Record<string, string>> = {}) {
  const clock = { ms: 1_000 };
  const tools = fakeToolbox(60_000);
  const { app } = await testServer(variables, { toolbox: tools.toolbox, now: () => clock.ms });
  const ask = (query: string, headers = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: 'GET', url: `${COUNTDOWN}?${query}`, remoteAddress: '192.0.2.7', headers });
  let measured = 0;
  async function measure(query: string) {
    const asked = ask(query);
    const run = await tools.run(measured);
    run.recorder?.onEvidence(evidence);
    run.end({ host: 'a', steps: measured });
    measured += 1;
    return asked;
  }
  return { app, ask, measure, clock, ...tools };
}
