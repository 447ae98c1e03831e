import { expect, it } from 'vitest';
import { createAgentJobs } from './agent-jobs.ts';

/** An agent that has no room for lookups, at a hub that has not read so many octets. */
function crowdedAgent(unsentBytes: number) {
  const sent: unknown[] = [];
  const link = {
    ...{ unsentBytes, ping: () => {}, close: () => {} },
    send: (text: string) => void sent.push(JSON.parse(text)),
  };
  const never = () => Promise.reject(new Error('There is no room.'));
  const check = () => {
    throw new Error('There is no room.');
  };
  const service = { tools: [], check, plan: never, answer: never };
  const jobs = createAgentJobs(link, { service, pace: { begin: () => null }, now: () => 0 });
  return { jobs, sent };
}

const jobOf = (number: number) => ({
  ...{ t: 'job', job: number.toString(16).padStart(32, '0'), tool: 'dns', query: { domain: 'example.com' } },
  ...{ deadlineMs: 1_000, wantsParts: false },
});

it.each([
  ['reads is told', 0, 3],
  ['does not read is told nothing, which would fill the memory of the agent', 1024 * 1024, 0],
])('a hub that gives too many jobs and %s', (_how, unsent, told) => {
  const { jobs, sent } = crowdedAgent(unsent);
  for (const number of [1, 2, 3]) jobs.start(jobOf(number) as Parameters<typeof jobs.start>[0]);
  expect(sent).toHaveLength(told);
});
