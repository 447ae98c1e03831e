import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { STATELESS } from '../mcp/revisions.ts';

// The official client has a dozen dependencies that nothing else needs, so it has its own lock file and is installed only
// when a test needs it.

const folder = fileURLToPath(new URL('../../mcp-client/', import.meta.url));
const SDK = 'node_modules/@modelcontextprotocol/client/';

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  onprogress?(progress: { readonly progress: number; readonly message?: string }): void;
}

/** The part of the client of `@modelcontextprotocol/client` that the tests use. */
export interface McpClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly Readonly<Record<string, unknown>>[] }>;
  callTool(
    params: { readonly name: string; readonly arguments: object },
    options?: RequestOptions,
  ): Promise<ToolResult>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly Readonly<Record<string, unknown>>[] }>;
  readResource(params: { readonly uri: string }): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  ping(): Promise<unknown>;
  getNegotiatedProtocolVersion(): string | undefined;
  close(): Promise<void>;
}

interface Sdk {
  readonly client: McpClient;
  stdio(command: string, args: readonly string[], env: Readonly<Record<string, string>>): unknown;
  http(url: string, token: string | null): unknown;
}

/** An unconnected client of the official SDK, and its transports. Default: the client begins a session, as most do. */
export async function mcpClient(revision?: string): Promise<Sdk> {
  await installSdk();
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(`${folder}${SDK}dist/${file}`).href);
  const { Client, StreamableHTTPClientTransport } = await load('index.mjs');
  const { StdioClientTransport } = await load('stdio.mjs');
  const isStateless = revision === STATELESS;
  return {
    client: new Client(
      { name: 'test', version: '1' },
      isStateless
        ? { versionNegotiation: { mode: { pin: revision } } }
        : revision === undefined
          ? {}
          : { supportedProtocolVersions: [revision] },
    ),
    stdio: (command, args, env) => new StdioClientTransport({ command, args, env, stderr: 'pipe' }),
    http: (url, token) =>
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: token === null ? {} : { authorization: `Bearer ${token}` } },
      }),
  };
}

/** What the text of a result says, which is JSON. */
export const saidIn = ({
  content,
}: {
  readonly content: readonly { readonly text: string }[];
}): Readonly<Record<string, unknown>> => JSON.parse(content[0]?.text ?? 'null');

const LOCK = `${folder}.installing`;
const RETRY_MS = 200;
/** The installation takes a fraction of these attempts. */
const MAX_TRIES = 500;

/** Test files run in parallel: one of them installs, the others wait for it. */
async function installSdk(): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES && !isInstalled(); tries += 1) {
    const isMine = await mkdir(LOCK).then(
      () => true,
      () => false,
    );
    if (!isMine) await wait(RETRY_MS);
    else {
      try {
        install();
      } finally {
        await rmdir(LOCK);
      }
    }
  }
}

function isInstalled(): boolean {
  const wanted = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).dependencies['@modelcontextprotocol/client'];
  const manifest = `${folder}${SDK}package.json`;
  // npm writes this file when all packages are installed: another process may not have finished.
  const isComplete = existsSync(`${folder}node_modules/.package-lock.json`);
  return isComplete && existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted;
}

function install(): void {
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'pipe' });
}
