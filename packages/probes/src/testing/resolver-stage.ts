import { afterEach, expect, vi } from 'vitest';
import { createResolver, type Resolver, type ResolverTiming } from '../net/dns/resolver.ts';
import { createStage, openSockets, type ScriptedServer } from './scripted-dns-server.ts';

const A = 1;
const never = new AbortController().signal;

/** Timing with which tests need not wait. */
export const quick: Partial<ResolverTiming> = {
  headStartsMs: [100, 100, 100],
  tcpTimeoutMs: 300,
  totalTimeoutMs: 2000,
};

/** A stage of scripted servers for the tests of a file, and resolvers that ask them; after each test, nothing is open. */
export function resolverStage() {
  const stage = createStage();
  afterEach(async () => {
    stage.clear();
    // No socket may be left open, whether the test passed or failed.
    await vi.waitFor(() => expect(openSockets()).toEqual([]));
  });
  const resolverOf = (servers: readonly ScriptedServer[], timing: Partial<ResolverTiming> = quick): Resolver =>
    stage.own(createResolver(servers, timing));
  async function ask(servers: readonly ScriptedServer[], timing = quick) {
    const answer = await resolverOf(servers, timing).ask({ name: 'www.example.com', type: A }, never);
    return { ...answer, fields: answer.message.answers.map(({ fields }) => fields[0]) };
  }
  return { stage, resolverOf, ask };
}
