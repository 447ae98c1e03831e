import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnnounced } from '@sonde/lab';
import { addPlaces, startAgents } from './agents.ts';
import { type Demo, root } from './demo.ts';
import type { PathState } from './path/route.ts';
import { mainTargets, notesOf, targetsOf } from './targets.ts';
import { startWorld, type World } from './world.ts';

const HTTPS_PORT = 443;

const OPTIONS = ['--enable-source-maps', '--import', new URL('end-with-parent.mjs', import.meta.url).href];

/**
 * Starts the simulated servers and the product in the network of this process. Its environment consists only of the variables
 * below.
 * @throws if either cannot be started; everything is then stopped again.
 */
export async function startHere(port: number, path: PathState): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-demo-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  let world: World | null = null;
  try {
    world = await startWorld(path);
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
      path,
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
    SONDE_CT_URLS: `crtsh=${world.certificateLog},certspotter=${world.certificateLog}`,
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
  const pinged = [...Object.values(world.webServers), ...('address' in world.path ? [world.path] : [])];
  return {
    endpoints: [...world.endpoints, CLOSED_PORT],
    nameServerPort: world.dnsRoot?.port ?? null,
    pings: [...new Set(pinged.map(({ address }) => address))],
    handshakes: Object.fromEntries(hosts.map(({ address, port }) => [address, port])),
    targets: targetsOf(world),
    notes: notesOf(world),
  };
}
