import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/api/src/environment.ts';
import { inLongSet } from '../scripts/test/vitest-settings.ts';
import { installLinters, linter } from './lint/install.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-deploy-'));
  await installLinters();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface DockerfileLint {
  readonly default: { run(folder: string, text: string): readonly { readonly line: number; readonly title: string }[] };
}

interface Yaml {
  parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): Document }[];
}

type Document = Readonly<Record<string, unknown>> & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

async function documentsOf(path: string): Promise<Document[]> {
  const { parseAllDocuments } = await linter<Yaml>('yaml/dist/index.js');
  return parseAllDocuments(read(path)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

function expectKnown(names: readonly string[]): void {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !Object.hasOwn(variables, name) && name !== 'NODE_ENV')).toEqual([]);
}

describe('the Dockerfile', () => {
  it('passes its linter', async () => {
    const { default: lint } = await linter<DockerfileLint>('dockerfilelint/lib/index.js');
    const issues = (text: string) => lint.run('.', text).map(({ line, title }) => `${line}: ${title}`);
    // The linter is older than the platform of a stage, and takes it for the image.
    expect(issues(read('Dockerfile').replace('--platform=$BUILDPLATFORM ', ''))).toEqual([]);
    expect(issues('FROM node\nEXPOSE x\n')).not.toEqual([]);
  });

  it('runs as a user without rights, and ships only what a build leaves', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    const copied = [...last.matchAll(/^COPY --from=\w+ (\S+) /gm)].map(([, path = '']) => path.replace('/src/', ''));
    expect(copied.length).toBeGreaterThan(3);
    for (const path of copied) expect(path).toMatch(/^node_modules$|\/dist$|\/bin$|\/package\.json$/);
    expectKnown([...(/^ENV (.+)$/m.exec(last)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name));
  });
});

describe('the Kubernetes manifests', () => {
  const path = 'deploy/kubernetes/sonde.yaml';

  it('pass the linter of their language', () => {
    execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', path], { cwd: root });
  });

  inLongSet(it)('fit the schemas of Kubernetes', async () => {
    const documents = await documentsOf(path);
    for (const document of documents) {
      const { apiVersion, kind } = document;
      const module = await linter<Record<string, new (data: object) => { validate(): void }>>(
        `kubernetes-models/${apiVersion}/${kind}.js`,
      );
      const Model = module[kind];
      expect(Model, `${apiVersion} ${kind}`).toBeDefined();
      if (Model !== undefined) new Model(document).validate();
      const broken = { ...document, metadata: { name: 42 } };
      if (Model !== undefined) expect(() => new Model(broken).validate(), 'the schema has teeth').toThrow();
    }
    expect(documents.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Deployment',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'Service',
      'ServiceAccount',
    ]);
  });

  it('show the metrics only to Prometheus, and let nobody make lookups there', async () => {
    const documents = await documentsOf(path);
    const text = (kind: string) => JSON.stringify(documents.filter((one) => one.kind === kind));
    const [main, metrics, ofWorkers] = documents.filter(({ kind }) => kind === 'Service');
    expect(JSON.stringify(main)).not.toContain('metrics');
    expect(metrics?.['spec']).toMatchObject({ clusterIP: 'None', ports: [{ port: 9464, targetPort: 'metrics' }] });
    expect(metrics?.metadata).toMatchObject({ annotations: { 'prometheus.io/port': '9464' } });
    expect(ofWorkers?.['spec']).toMatchObject({ clusterIP: 'None', ports: [{ port: 9464, targetPort: 'metrics' }] });
    expect(text('ConfigMap')).not.toContain('"SONDE_PROBE"');
    const [policy] = documents.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policy?.['spec']).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: 'http' }] }, { from: [{ namespaceSelector: {} }], ports: [{ port: 'metrics' }] }],
    });
  });

  inLongSet(it)('give a stopping instance the time that it takes at most', async () => {
    const [stopDelay = 0] = [...read(path).matchAll(/SONDE_STOP_DELAY: "(\d+)"/g)].map(([, seconds]) =>
      Number(seconds),
    );
    const probe = /readinessProbe:[\s\S]*?periodSeconds: (\d+)/.exec(read(path))?.[1];
    const failuresUntilUnready = 3;
    expect(stopDelay).toBeGreaterThan(Number(probe) * failuresUntilUnready);
    const [longestDelay, lookups] = [60, 15];
    for (const [file, pattern] of [
      [path, /terminationGracePeriodSeconds: (\d+)/],
      ['deploy/systemd/sonde.service', /TimeoutStopSec=(\d+)/],
      ['compose.yaml', /stop_grace_period: (\d+)s/],
    ] as const)
      expect(Number(pattern.exec(read(file))?.[1]), file).toBeGreaterThan(longestDelay + lookups);
  });

  inLongSet(it)('configure variables that the server knows, and ask paths that it answers', async () => {
    const documents = await documentsOf(path);
    const config = documents.find(({ kind }) => kind === 'ConfigMap');
    expectKnown(Object.keys(config?.['data'] ?? {}));
    const probed = [...read(path).matchAll(/ path: (\/\w+)$/gm)].map(([, probe]) => probe);
    expect(probed).toEqual(Array(2).fill(['/healthz', '/healthz', '/readyz']).flat());
    const health = read('apps/api/src/status/health.ts');
    for (const probe of probed) expect(health).toContain(`'${probe}'`);
  });
});

inLongSet(it)('every example names the host under which visitors come, and the proxy passes it on', () => {
  expect(read('compose.yaml')).toMatch(/^ +SONDE_PUBLIC_URL: \S/m);
  expect(read('deploy/kubernetes/sonde.yaml')).toMatch(/^ {2}SONDE_PUBLIC_URL: \S/m);
  const nginx = read('deploy/nginx/sonde.conf');
  const name = /server_name (\S+);/.exec(nginx)?.[1];
  expect(nginx).toContain(`SONDE_PUBLIC_URL=http://${name},`);
  expect(nginx).toMatch(/^ +proxy_set_header Host \$host;$/m);
});

describe('the unit of systemd', () => {
  /** As on a machine where Sonde is installed in the unit's folder. */
  function installed(): string {
    const server = join(folder, 'opt/sonde/apps/api/dist/server.js');
    mkdirSync(join(server, '..'), { recursive: true });
    writeFileSync(server, '');
    const unit = join(folder, 'sonde.service');
    const text = read('deploy/systemd/sonde.service')
      .replaceAll('/opt/sonde', join(folder, 'opt/sonde'))
      .replace('/usr/bin/node', process.execPath);
    writeFileSync(unit, text);
    return unit;
  }

  it('is understood', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', installed()], { encoding: 'utf8' });
    // It speaks of other units of the machine as well.
    expect(stderr.split('\n').filter((line) => line.includes('sonde'))).toEqual([]);
    expect(status).toBe(0);
  });

  inLongSet(it)('is called safe, by a wide margin', () => {
    const args = ['security', '--offline=yes', '--threshold=20', '--no-pager', installed()];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(stdout).toMatch(/Overall exposure level/);
    expect(status, stdout.split('\n').at(-2)).toBe(0);
  });

  it('gives variables that the server knows', () => {
    const variables = [...read('deploy/systemd/sonde.service').matchAll(/^Environment=(\w+)=/gm)];
    expectKnown(variables.map(([, name = '']) => name));
  });
});

describe('the rules of the firewall', () => {
  /** As root, in a network of its own with addresses inside and outside: which of them a connection reaches. */
  const connectFromInside = `
    set -e
    ip link set lo up
    for address in 10.9.9.1 198.7.7.7; do ip address add $address/32 dev lo; done
    ip address add fd00::7/128 dev lo nodad
    ip address add 2606:4700::7/128 dev lo nodad
    nft --file "$1"
    nft --file "$1"
    nft list ruleset | grep -c ' reject with '
    exec "$0" -e '
      const net = require("net");
      const server = net.createServer((socket) => socket.end()).listen(8099, "::", async () => {
        for (const host of ["127.0.0.1", "::1", "127.0.0.9", "10.9.9.1", "fd00::7", "198.7.7.7", "2606:4700::7"]) {
          const socket = net.connect({ host, port: 8099 });
          const isOpen = await new Promise((tell) => socket.on("connect", () => tell(true)).on("error", () => tell(false)));
          console.log(host, isOpen ? "open" : "closed");
          socket.destroy();
        }
        process.exit();
      });'`;

  // Only root may make namespaces; everybody may become root of one of users.
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];

  it('let nothing through to the inside but what is named, loaded once or twice', () => {
    const file = join(folder, 'egress.nft');
    writeFileSync(file, read('deploy/nftables/sonde-egress.nft').replace('sonde_user = sonde', 'sonde_user = 0'));
    const args = [...asRoot, '--net', 'sh', '-c', connectFromInside, process.execPath, file];
    const told = execFileSync('unshare', args, {
      encoding: 'utf8',
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    });
    expect(told.trim().split('\n')).toEqual([
      '3',
      '127.0.0.1 open',
      '::1 open',
      '127.0.0.9 closed',
      '10.9.9.1 closed',
      'fd00::7 closed',
      '198.7.7.7 open',
      '2606:4700::7 open',
    ]);
  });
});

describe('the configuration of nginx', () => {
  it('is understood', () => {
    const prefix = join(folder, 'nginx');
    mkdirSync(prefix);
    const site = join(prefix, 'sonde.conf');
    writeFileSync(site, read('deploy/nginx/sonde.conf').replaceAll('/var/log/nginx/', `${prefix}/`));
    writeFileSync(
      join(prefix, 'nginx.conf'),
      `pid nginx.pid; error_log error.log; events {} http { access_log off; include ${site}; }`,
    );
    execFileSync('nginx', ['-t', '-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', join(prefix, 'error.log')], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    });
  });
});
