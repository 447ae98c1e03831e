import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { provideFirebaseEmulator } from '../scripts/test/firebase-emulator.mjs';
import type { AccountsWorld } from './accounts-world.ts';
import { startSonde } from './serve.ts';

/** Emulators of such projects contact no other server. */
const PROJECT = 'demo-sonde';
const START_MS = 240_000;
const command = fileURLToPath(new URL('firebase/node_modules/firebase-tools/lib/bin/firebase.js', import.meta.url));

const settings = {
  apiKey: 'demo-key',
  authDomain: `${PROJECT}.firebaseapp.com`,
  projectId: PROJECT,
  storageBucket: `${PROJECT}.appspot.com`,
  messagingSenderId: '1',
  appId: '1:1:web:1',
  measurementId: 'G-1',
};

export interface HostedWorld extends AccountsWorld {
  disable(email: string): Promise<void>;
  /** The setting of newer projects: no answer tells whether an address has an account. */
  protectEmails(isProtected: boolean): Promise<void>;
}

/** Firebase's own SDK in the browser, its own emulator behind it. */
export async function startHosted(): Promise<HostedWorld> {
  await provideFirebaseEmulator();
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-e2e-'));
  const emulator = await startEmulator(dataDir);
  const sonde = await startSonde({
    SONDE_DATA_DIR: dataDir,
    SONDE_RESOLVERS: process.env['SONDE_E2E_RESOLVER'] ?? '',
    SONDE_FIREBASE: JSON.stringify(settings),
    SONDE_FIREBASE_EMULATOR: emulator.address,
  });
  return {
    url: sonde.url,
    trustsProxy: false,
    messages: {
      wrong: 'Firebase: Error (auth/wrong-password).',
      unknown: 'Firebase: Error (auth/user-not-found).',
      weak: 'Firebase: Password should be at least 6 characters (auth/weak-password).',
      taken: 'Firebase: Error (auth/email-already-in-use).',
    },
    ...emulator.controls,
    async stop() {
      await sonde.stop();
      await emulator.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function startEmulator(folder: string) {
  const [port, hub, logging] = await freePorts(3);
  const host = '127.0.0.1';
  const emulators = {
    auth: { host, port },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
  };
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const { stop } = await startAnnounced(
    process.execPath,
    [command, 'emulators:start', '--only', 'auth', '--project', PROJECT],
    {
      on: 'stdout',
      line: /(All emulators ready)/,
      withinMs: START_MS,
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, CI: 'true', XDG_CONFIG_HOME: folder, NO_UPDATE_NOTIFIER: '1' },
    },
  );
  const address = `${host}:${port}`;
  return { address, controls: controlsOf(`http://${address}`), stop: () => stop('SIGKILL') };
}

/** The emulator's endpoints for tests. */
function controlsOf(base: string) {
  const ask = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The emulator answers ${response.status} to ${path}.`);
    return response.json();
  };
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}`;
  return {
    async resetLink(email: string): Promise<string> {
      const { oobCodes } = await ask(`/emulator/v1/projects/${PROJECT}/oobCodes`);
      const code = (oobCodes as { email: string; oobLink: string }[]).findLast((one) => one.email === email);
      if (code === undefined) throw new Error(`No mail went to ${email}.`);
      return code.oobLink;
    },
    async disable(email: string): Promise<void> {
      const { users } = await ask(`${accounts}/accounts:lookup`, 'POST', { email: [email] });
      await ask(`${accounts}/accounts:update`, 'POST', { localId: users[0].localId, disableUser: true });
    },
    async protectEmails(isProtected: boolean): Promise<void> {
      const emailPrivacyConfig = { enableImprovedEmailPrivacy: isProtected };
      await ask(`/emulator/v1/projects/${PROJECT}/config`, 'PATCH', { emailPrivacyConfig });
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
