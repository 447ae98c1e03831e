import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

const RESOLVER = ['packages/probes/src/net/dns', 'packages/probes/src/protocols/dns-message'];
const tool = (id: string) => [`packages/probes/src/tools/${id}`, `packages/contract/src/tools/${id}`];
const TLS = [...tool('ssl'), 'packages/probes/src/engines/tls', 'packages/probes/src/protocols/tls-records'];
const SERVICE = ['packages/service/src', 'apps/api/src'];

/** What each bench measures of Sonde: a change there makes its figures old. */
const measuredBy: Readonly<Record<string, readonly string[]>> = {
  delegation: [...tool('delegation'), 'packages/probes/src/engines/walk', ...RESOLVER],
  dns: [...tool('dns'), ...RESOLVER],
  fairness: [...SERVICE, 'packages/probes/src/limits', 'packages/probes/src/work'],
  geo: [...tool('geo'), 'packages/probes/src/protocols/mmdb'],
  growth: [...SERVICE, 'apps/cli/src/agent'],
  lists: ['packages/service/src/lists', 'apps/api/src/lists', ...tool('dns'), ...RESOLVER],
  'load-model': SERVICE,
  mac: tool('mac'),
  mail: [...tool('mail'), 'packages/probes/src/protocols/mail-text', ...RESOLVER],
  ping: [...tool('ping'), 'packages/probes/src/net/icmp'],
  places: ['packages/service/src/places', 'apps/api/src/places', 'packages/contract/src/places', 'apps/cli/src/agent'],
  report: ['packages/service/src/reports', 'apps/api/src/reports', 'packages/probes/src/net/recording'],
  service: SERVICE,
  ssl: TLS,
  'ssl-agreement': TLS,
  start: ['scripts/start.mjs', 'scripts/ready', 'apps/api/src', 'package-lock.json'],
  subdomain: [...tool('subdomain'), 'packages/probes/src/net/bulk', ...RESOLVER],
  traceroute: [...tool('traceroute'), 'packages/probes/src/net/trace'],
  visitors: SERVICE,
  watch: ['packages/service/src/watches', 'packages/service/src/jobs', 'apps/api/src/watches', 'apps/api/src/jobs'],
  web: ['apps/web/src', 'apps/web/build', 'apps/web/vite.config.ts'],
  'web-check': [...tool('web'), 'packages/probes/src/net/visit', 'packages/probes/src/engines/quic', ...RESOLVER],
  whois: [...tool('whois'), 'packages/probes/src/protocols/whois-text', 'packages/probes/src/protocols/rdap'],
};

export const measuredBenches: readonly string[] = Object.keys(measuredBy);

/** A digest of the code that a bench measures, and of the bench itself; tests do not count. */
export function codeOf(bench: string): string {
  const places = measuredBy[bench];
  if (places === undefined) throw new Error(`bench/measured-code.ts does not say what ${bench} measures.`);
  return digestOf([...places, `bench/${bench}`], root);
}

/**
 * A digest of the files at these places below a folder, with their names.
 * @throws when a place is not there
 */
export function digestOf(places: readonly string[], below: string): string {
  const digest = createHash('sha256');
  for (const file of places.flatMap((place) => filesOf(place, below)))
    digest
      .update(`${file}\0`)
      .update(readFileSync(below + file))
      .update('\0');
  return digest.digest('hex').slice(0, 16);
}

function filesOf(place: string, below: string): string[] {
  if (statSync(below + place).isFile()) return [place];
  return readdirSync(below + place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|md)\b/.test(entry.name) && !entry.parentPath.includes('/testing'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(below.length))
    .filter((file) => !/\/(?:node_modules|dist|tmp)\//.test(file))
    .sort();
}
