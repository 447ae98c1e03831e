import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';
import { addPlaces, startAgents } from './agents.ts';
import { type MainTarget, mainTargets, notesOf, type Target, targetsOf } from './targets.ts';
import { startWorld, type World } from './world.ts';

/** The built product with its simulated servers. */
export interface Demo {
  readonly url: string;
  readonly targets: readonly Target[];
  /** False if another program, such as another demo, uses port 443 here, or this user may not open it. */
  readonly hasUsualPorts: boolean;
  /** What the picture and the sample of each tool show, by its id. */
  readonly mainTargets: ReadonlyMap<string, MainTarget>;
  stop(): Promise<void>;
}

const OPTIONS = ['--enable-source-maps', '--import', new URL('end-with-parent.mjs', import.meta.url).href];

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the simulated servers and the product. Its environment consists only of the variables below.
 * @throws if either cannot be started; everything is then stopped again.
 */
export async function startDemo({ port }: { readonly port: number }): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-demo-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  let world: World | null = null;
  try {
    world = await startWorld();
    const started = world;
    const env = await environmentOf(started, folder, port);
    const setup = { cwd: root, options: OPTIONS, folder, env };
    const codes = await addPlaces(setup);
    const server = await startAnnounced(process.execPath, [...OPTIONS, 'apps/api/dist/server.js'], {
      on: 'stderr',
      line: /is ready: (\S+)/,
      cwd: root,
      env,
    });
    // The server is ready without them, and they join within seconds.
    const agents = startAgents(server.announced, codes, started.elsewhere, setup).catch((error: Error) => {
      process.stderr.write(`The places of the demo have not been started: ${error.message}\n`);
      return null;
    });
    return {
      url: server.announced,
      targets: targetsOf(started),
      mainTargets: mainTargets(started),
      hasUsualPorts: started.webServers['shop.test'].port === HTTPS_PORT,
      async stop() {
        await (await agents)?.stop();
        await server.stop();
        await started.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await world?.stop();
    await removeFolder();
    throw error;
  }
}

const HTTPS_PORT = 443;

/** Why a lookup of the demo may fail that succeeds elsewhere; empty if there is no reason. */
export function portsHint({ hasUsualPorts }: Demo): string {
  if (hasUsualPorts) return '';
  return ' The demo has no port 443 here: another program uses it, such as another demo, or this user may not open it.';
}

/** @throws for a tool that the demo cannot show */
export function targetFor(demo: Demo, tool: string): MainTarget {
  const found = demo.mainTargets.get(tool);
  if (found === undefined)
    throw new Error(`the demo has no target for ${tool}: name one in demo/src/targets/${tool}.ts`);
  return found;
}

/** An address of the demo where no resolver listens. */
const CLOSED_PORT = '127.53.0.250:5399';

async function environmentOf(world: World, folder: string, port: number): Promise<Record<string, string>> {
  const caFile = join(folder, 'demo-root.pem');
  await writeFile(caFile, world.anchor);
  return {
    ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
    HOST: '127.0.0.1',
    PORT: String(port),
    SONDE_DEMO: JSON.stringify(descriptionOf(world)),
    SONDE_DATA_DIR: folder,
    SONDE_LOG_LEVEL: 'error',
    SONDE_RESOLVERS: world.resolver,
    SONDE_ALLOW_NETWORKS: world.networks.join(','),
    // The simulated servers may use any port; connections outside their networks are refused.
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: caFile,
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.rdapBootstrap,
    SONDE_CT_URLS: `crtsh=${world.certificateLog}`,
    SONDE_PUBLIC_RESOLVERS: `Demo resolver=${world.resolver},Closed port=${CLOSED_PORT}`,
    // Limits are not needed: only simulated servers are contacted, by users of this machine.
    SONDE_PLACES: 'on',
    SONDE_RATE_LIMIT: 'off',
    SONDE_LOAD_SHEDDING: 'off',
    // The zone that changes every minute is told of within seconds.
    SONDE_WATCH_FLOOR: '10s',
    SONDE_WATCH_CONFIRM: '2s',
    ...(await rootFilesOf(world, folder)),
    SONDE_TLS_BUDGET: 'off',
    SONDE_WEB_BUDGET: 'off',
  };
}

/** Without addresses for its name servers, the walk from the root cannot start. */
async function rootFilesOf({ dnsRoot }: World, folder: string): Promise<Record<string, string>> {
  if (dnsRoot === null) return { SONDE_TOOLS_OFF: 'delegation' };
  const files = { hints: join(folder, 'root.hints'), anchors: join(folder, 'root.anchors') };
  await Promise.all([writeFile(files.hints, dnsRoot.hints), writeFile(files.anchors, dnsRoot.anchors)]);
  return { SONDE_ROOT_HINTS: files.hints, SONDE_ROOT_ANCHORS: files.anchors };
}

/** The description of the demo for the server, as `apps/api/src/demo` reads it. */
function descriptionOf(world: World) {
  const hosts = [world.quiet, world.lossy].flatMap((host) => host ?? []);
  return {
    endpoints: [...world.endpoints, CLOSED_PORT],
    nameServerPort: world.dnsRoot?.port ?? null,
    pings: [...new Set(Object.values(world.webServers).map(({ address }) => address))],
    handshakes: Object.fromEntries(hosts.map(({ address, port }) => [address, port])),
    targets: targetsOf(world),
    notes: notesOf(world),
  };
}
