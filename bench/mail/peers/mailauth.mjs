// Evaluates SPF by mailauth: a job from standard input, a list of results to standard output, both as JSON.
import { Resolver } from 'node:dns/promises';
import { json } from 'node:stream/consumers';

// It has a lock of its own in this folder, and is there only once the bench has installed it.
const { spf } = await import(new URL('./node_modules/mailauth/lib/spf/index.js', import.meta.url).href);

const { host, port, timeoutSeconds, tests } = await json(process.stdin);
const resolver = new Resolver({ timeout: timeoutSeconds * 1000, tries: 1 });
resolver.setServers([`${host}:${port}`]);
const results = [];
for (const { ip, sender, helo } of tests) {
  const startedAt = performance.now();
  const { status, lookups } = await spf({
    ...{ ip, helo, sender: sender || `postmaster@${helo}`, mta: 'bench' },
    resolver: (name, type) => resolver.resolve(name, type),
  });
  results.push({ result: status.result, lookups: lookups?.count ?? null, ms: performance.now() - startedAt });
}
process.stdout.write(JSON.stringify(results));
