import { scryptSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { noData } from '@sonde/probes/testing/no-data';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { onTestFinished } from 'vitest';
import type { Derive } from '../accounts/sign-in/passwords.ts';
import { buildServer, type ServerDependencies, type SondeServer } from '../app.ts';
import { type Config, readConfig } from '../config.ts';

export interface TestServer extends SondeServer {
  /** Every log line so far, parsed. */
  readonly log: Record<string, unknown>[];
}

/** Cheap key derivation: its real cost is tested in `passwords.test.ts` and would slow down all other tests. */
const deriveQuickly: Derive = async (password, salt, bytes) => scryptSync(password, salt, bytes, { N: 2 });

/** Builds a server for one test, not listening; it is stopped when the test ends. */
export async function testServer(
  variables: Record<string, string> = {},
  dependencies: Partial<ServerDependencies> = {},
): Promise<TestServer> {
  const log: Record<string, unknown>[] = [];
  const server = await buildServer(testConfig(variables), {
    net: scriptedResolver(answersAddress).net,
    data: noData,
    webRoot: null,
    // Load shedding is off: test machines may be slow.
    maxEventLoopDelayMs: 0,
    derivePassword: deriveQuickly,
    logStream: { write: (line) => log.push(JSON.parse(line)) },
    ...dependencies,
  });
  onTestFinished(() => server.stop());
  return { ...server, log };
}

export function testConfig(variables: Record<string, string>): Config {
  const { config, problems } = readConfig({
    SONDE_RESOLVERS: '127.0.0.1:9',
    PORT: '0',
    SONDE_METRICS: '127.0.0.1:0',
    SONDE_PROBE: 'on',
    SONDE_DATA_DIR: join(tmpdir(), 'sonde-test-data'),
    ...variables,
  });
  if (config === null) throw new Error(problems.join('\n'));
  return config;
}

export const SCRIPT = 'document.documentElement.dataset.theme="dark"';
export const STYLE = 'body{margin:0}';
export const ASSET = 'export const answer = 42;\n'.repeat(50);

/** Writes a minimal web build, which is removed when the test ends. */
export async function webBuild(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sonde-web-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeWebBuild(root);
  return root;
}

export async function writeWebBuild(root: string): Promise<void> {
  await mkdir(join(root, 'pages'), { recursive: true });
  await mkdir(join(root, 'assets'));
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title} – %SONDE_BRAND%</title><script>${SCRIPT}</script>` +
    `<style>${STYLE}</style>%SONDE_NOTICE_STYLE%</head><body>%SONDE_NOTICE%<a href="mailto:%SONDE_CONTACT_EMAIL%">%SONDE_CONTACT_EMAIL%</a>` +
    '<ul><li data-tool="dns"><a href="/dns">DNS</a></li><li data-tool="mac"><a href="/mac">MAC</a></li></ul>' +
    '<aside class="ad" data-ad="banner" aria-label="A">Room 1</aside>' +
    '<aside class="ad" data-ad="native" aria-label="B">Room 2</aside>' +
    '<aside class="ad" data-ad="placeholder" aria-label="C">Room 3</aside>' +
    '<details class="options from" data-places="true"><summary>From: this server</summary></details>' +
    '<script type="application/json" id="sonde-config">%SONDE_CONFIG%</script></body></html>';
  const files: Record<string, string | Buffer> = {
    'pages.json': JSON.stringify({
      routes: { '/': 'index.html', '/dns': 'dns.html', '/mac': 'mac.html' },
      announced: { '/mac': 'announced-mac.html' },
      tools: { dns: '/dns', mac: '/mac' },
      notFound: '404.html',
    }),
    'pages/index.html': page('Home'),
    'pages/dns.html': page('DNS'),
    'pages/mac.html': page('MAC'),
    'pages/announced-mac.html': page('MAC, coming soon'),
    'pages/404.html': page('Not found'),
    'assets/app-abc123.js': ASSET,
    'assets/app-abc123.js.br': brotliCompressSync(ASSET),
    'assets/app-abc123.js.gz': gzipSync(ASSET),
    'assets/map-abc123.json': ASSET,
    'assets/map-abc123.json.gz': gzipSync(ASSET),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(root, path), content);
}
