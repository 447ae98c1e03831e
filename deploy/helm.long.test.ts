import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/api/src/environment.ts';
import { renderTemplate } from './helm/render.ts';
import { installLinters, linter } from './lint/install.ts';

const root = join(import.meta.dirname, '..');
const chart = join(root, 'deploy/helm/sonde');
const read = (path: string) => readFileSync(join(chart, path), 'utf8');
const templates = readdirSync(join(chart, 'templates'));

interface Yaml {
  parse(text: string): unknown;
  parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): unknown }[];
  stringify(value: unknown): string;
}
interface AjvModule {
  readonly Ajv: new (
    options: object,
  ) => { compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown } };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}
type Settings = Readonly<Record<string, unknown>>;

let yaml: Yaml;
let folder = '';
/** All manifests of these tests. */
const rendered = new Set<string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-helm-'));
  await installLinters();
  yaml = await linter<Yaml>('yaml/dist/index.js');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As Helm merges the values of a user into those of the chart: maps by their keys. */
function merged(base: Settings, more: Settings): Settings {
  const isMap = (value: unknown): value is Settings =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(more).map(([name, value]): [string, unknown] => {
    const before = base[name];
    return [name, isMap(value) && isMap(before) ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

const valuesOf = (more: Settings) => merged(yaml.parse(read('values.yaml')) as Settings, more);

/** What the cluster has, for `lookup`. */
let cluster: Settings = {};

function render(template: string, more: Settings = {}): string {
  const { name, appVersion } = yaml.parse(read('Chart.yaml')) as { name: string; appVersion: string };
  const scope = {
    Values: valuesOf(more),
    Release: { Name: 'lookups', Namespace: 'tools' },
    Chart: { Name: name, AppVersion: appVersion },
    cluster,
  };
  return renderTemplate(read(`templates/${template}`), scope, (value) => yaml.stringify(value)).replace(/^\n/, '');
}

function manifests(more: Settings = {}): Manifest[] {
  return templates
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => render(name, more))
    .filter((text) => text.trim() !== '')
    .map((text) => {
      rendered.add(text.endsWith('\n') ? text : `${text}\n`);
      return yaml.parse(text) as Manifest;
    });
}

const EVERYTHING = {
  existingSecret: 'lookups-secret',
  replicas: 3,
  workers: { replicas: 1 },
  autoscaling: { enabled: true },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'lookups-tls', annotations: { 'example.com/a': 'b' } },
};
/** What every chart has. */
const USUAL = {
  imagePullSecrets: [{ name: 'registry' }],
  image: { repository: 'registry.example/sonde', digest: `sha256:${'a'.repeat(64)}` },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
  podAnnotations: { 'example.com/a': 'b' },
  podLabels: { team: 'network' },
  extraEnv: [
    { name: 'SONDE_BRAND', value: 'Lookups' },
    { name: 'SONDE_SMTP_URL', valueFrom: { secretKeyRef: { name: 'mail', key: 'url' } } },
  ],
  serviceAccount: { annotations: { 'example.com/role': 'sonde' } },
  service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/lb': 'internal' } },
};
const cases: [string, Settings, string[]][] = [
  [
    'by default',
    {},
    ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service', 'ServiceAccount'],
  ],
  [
    'with everything',
    EVERYTHING,
    [
      ...['ConfigMap', 'Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'Service', 'Service', 'Service', 'ServiceAccount'],
    ],
  ],
  [
    'with what every chart has',
    USUAL,
    ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service', 'ServiceAccount'],
  ],
  [
    'with a volume, and little else',
    { persistence: { enabled: true }, metrics: { enabled: false }, networkPolicy: { enabled: false } },
    ['ConfigMap', 'Deployment', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Service', 'ServiceAccount'],
  ],
];

describe.each(cases)('the chart %s', (_, settings, kinds) => {
  it('fits the schemas of Kubernetes', async () => {
    const made = manifests(settings);
    expect(made.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const manifest of made) {
      const path = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}.js`;
      const module = await linter<Record<string, new (data: object) => { validate(): void }>>(path);
      const Model = module[manifest.kind];
      if (Model === undefined) throw new Error(`no schema for ${manifest.kind}`);
      new Model(manifest).validate();
      expect(manifest.metadata.name).toMatch(/^lookups(?:-worker)?(?:-metrics)?$/);
    }
  });

  it('refers only to what it makes, or to the Secret of the user', () => {
    const made = manifests(settings);
    const text = JSON.stringify(made);
    const has = (kind: string, name: unknown) => made.some((one) => one.kind === kind && one.metadata.name === name);
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
    for (const name of named(/"configMapRef":\{"name":"([^"]*)"/g)) expect(has('ConfigMap', name)).toBe(true);
    for (const name of named(/"serviceAccountName":"([^"]*)"/g)) expect(has('ServiceAccount', name)).toBe(true);
    for (const name of named(/"claimName":"([^"]*)"/g)) expect(has('PersistentVolumeClaim', name)).toBe(true);
    for (const name of named(/"secretRef":\{"name":"([^"]*)"/g)) expect(name).toBe(settings['existingSecret']);
    const [scaled] = text.matchAll(/"scaleTargetRef":\{"apiVersion":"apps\/v1","kind":"(\w+)","name":"([^"]*)"/g);
    if (kinds.includes('HorizontalPodAutoscaler')) expect(has(scaled?.[1] ?? 'nothing', scaled?.[2])).toBe(true);
    const [backend] = text.matchAll(/"backend":\{"service":\{"name":"([^"]*)","port":\{"name":"([^"]*)"/g);
    if (kinds.includes('Ingress')) {
      expect(has('Service', backend?.[1])).toBe(true);
      expect(
        JSON.stringify(made.find(({ kind, metadata }) => kind === 'Service' && metadata.name === backend?.[1])),
      ).toContain(`{"name":"${backend?.[2]}","port"`);
    }
  });

  it('fits the schema of its own values', async () => {
    const { Ajv } = await linter<AjvModule>('ajv/dist/ajv.js');
    const isValid = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')));
    expect(isValid(valuesOf(settings)), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid(valuesOf({ ...settings, replica: 2 }))).toBe(false);
    expect(isValid(valuesOf({ ...settings, image: { repository: '' } }))).toBe(false);
    // Each instance would have accounts of its own.
    expect(isValid(valuesOf({ ...settings, replicas: 2, existingSecret: '' }))).toBe(false);
    expect(isValid(valuesOf({ ...settings, autoscaling: { enabled: true }, existingSecret: '' }))).toBe(false);
    expect(isValid(valuesOf({ ...settings, workers: { replicas: 1 }, existingSecret: '' }))).toBe(false);
    expect(isValid(valuesOf({ ...EVERYTHING, persistence: { enabled: true } }))).toBe(false);
  });
});

it('gives the server variables that it knows', () => {
  const config = manifests().find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  expect(Object.keys(config).sort()).toEqual([
    ...['SONDE_HOSTS', 'SONDE_METRICS', 'SONDE_PUBLIC_URL', 'SONDE_STOP_DELAY', 'SONDE_TRUST_PROXY'],
  ]);
  expect(Object.keys(config).filter((name) => !Object.hasOwn(variables, name))).toEqual([]);
  expect(config['SONDE_HOSTS']).toBe('lookups,lookups.tools.svc,lookups.tools.svc.cluster.local');
});

it('divides the work only where there are workers, which get no requests of visitors', () => {
  const settings = {
    existingSecret: 'stores',
    workers: { replicas: 2 },
    extraEnv: [{ name: 'SONDE_BRAND', value: 'L' }],
  };
  const made = manifests(settings);
  const named = (kind: string, name: string) =>
    made.find((one) => one.kind === kind && one.metadata.name === name) as unknown as {
      data: Settings;
      spec: { replicas: number; selector: Settings; template: { metadata: { labels: Settings }; spec: Settings } };
    };
  expect(named('ConfigMap', 'lookups').data).toMatchObject({ SONDE_ROLE: 'web' });
  const worker = named('Deployment', 'lookups-worker').spec;
  const env = [{ name: 'SONDE_ROLE', value: 'work' }, ...settings.extraEnv];
  expect(worker).toMatchObject({ replicas: 2, template: { spec: { containers: [{ env }] } } });
  const { labels } = worker.template.metadata;
  expect(worker.selector).toEqual({ matchLabels: labels });
  expect(named('Service', 'lookups-worker-metrics').spec.selector).toEqual(labels);
  for (const name of ['lookups', 'lookups-metrics'])
    expect(named('Service', name).spec.selector).not.toEqual(expect.objectContaining(labels));
  expect(JSON.stringify(manifests())).not.toContain('SONDE_ROLE');
});

it('makes probes possible only where the user asks for them, and never through the Service of the pages', () => {
  const metricsOf = (settings: Settings) => {
    const made = manifests(settings);
    const services = made.filter(({ kind }) => kind === 'Service');
    return {
      probe: made.find(({ kind }) => kind === 'ConfigMap')?.data?.['SONDE_PROBE'],
      headless: services
        .filter(({ spec }) => JSON.stringify(spec).includes('metrics'))
        .map(({ spec }) => spec?.['clusterIP']),
    };
  };
  expect(metricsOf({})).toEqual({ probe: undefined, headless: ['None'] });
  expect(metricsOf({ metrics: { probe: true } })).toEqual({ probe: 'on', headless: ['None'] });
  expect(metricsOf({ metrics: { enabled: false } })).toEqual({ probe: undefined, headless: [] });
  const admitted = manifests({ metrics: { namespaces: ['watching'] } }).find(({ kind }) => kind === 'NetworkPolicy');
  expect(JSON.stringify(admitted?.spec?.['ingress'])).toContain('"values":["watching"]');
});

it('replaces the instances when a setting changes', () => {
  const podOf = (settings: Settings) =>
    JSON.stringify(manifests(settings).find(({ kind }) => kind === 'Deployment')?.spec?.['template']);
  expect(podOf({ config: { SONDE_BRAND: 'Tools' } })).not.toBe(podOf({}));
  expect(podOf({ replicas: 3 })).toBe(podOf({}));
  const existingSecret = 'stores';
  const before = podOf({ existingSecret });
  cluster = { 'v1 Secret tools stores': { data: { SONDE_SECRET: 'bmV3' } } };
  expect(podOf({ existingSecret })).not.toBe(before);
  expect(podOf({ existingSecret, restartOnSecretChange: false })).not.toContain('checksum/secret');
  cluster = {};
});

it('puts what every chart has where Kubernetes reads it', () => {
  const made = manifests(USUAL);
  const one = (kind: string) => made.find((manifest) => manifest.kind === kind && manifest.metadata.name === 'lookups');
  const { template } = (one('Deployment')?.spec ?? {}) as unknown as {
    template: { metadata: Settings; spec: Settings };
  };
  const { imagePullSecrets, nodeSelector, tolerations, affinity, priorityClassName, extraEnv } = USUAL;
  expect(template.spec).toMatchObject({
    ...{ imagePullSecrets, nodeSelector, tolerations, affinity, priorityClassName },
    containers: [{ image: `registry.example/sonde@sha256:${'a'.repeat(64)}`, env: extraEnv }],
  });
  expect(template.metadata).toMatchObject({ annotations: USUAL.podAnnotations, labels: USUAL.podLabels });
  expect(one('Service')).toMatchObject({
    metadata: { annotations: USUAL.service.annotations },
    spec: { type: 'LoadBalancer', ports: [{ port: 8080, targetPort: 'http' }] },
  });
  expect(one('ServiceAccount')?.metadata).toMatchObject(USUAL.serviceAccount);
});

it('is the deployment of the plain manifests', () => {
  const plain = yaml
    .parseAllDocuments(readFileSync(join(root, 'deploy/kubernetes/sonde.yaml'), 'utf8'))
    .map((document) => document.toJS() as Manifest);
  const specOf = (all: readonly Manifest[], kind: string) =>
    JSON.stringify(
      all
        .filter((one) => one.kind === kind)
        .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
        .map(({ spec }) => spec),
    )
      .replaceAll(/,?"app.kubernetes.io\/(name":"sonde"|instance":"lookups")/g, '')
      .replaceAll('{"key":"app.kubernetes.io/instance","operator":"In","values":["lookups"]},', '')
      .replaceAll(/"annotations":\{"checksum\/config":"\w+","checksum\/secret":"\w+"\},/g, '')
      .replace('"type":"ClusterIP",', '')
      .replaceAll(/lookups-secret|lookups|sonde/g, 'NAME')
      .replaceAll(/NAME:(latest|\d+\.\d+\.\d+)/g, 'IMAGE');
  const ours = manifests({ ...EVERYTHING, autoscaling: { enabled: false }, replicas: 2 });
  for (const kind of ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'])
    expect(specOf(ours, kind)).toBe(specOf(plain, kind));
});

it('has the version of the program', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(yaml.parse(read('Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'sonde', appVersion: version });
});

it('says how to reach it', () => {
  expect(render('NOTES.txt')).toContain('kubectl --namespace tools port-forward service/lookups 3000:80');
});

it('is good YAML, whatever the settings of these tests', () => {
  for (const settings of [...cases.map(([, one]) => one), { metrics: { probe: true } }]) manifests(settings);
  for (const [index, text] of [...rendered].entries()) writeFileSync(join(folder, `${index}.yaml`), text);
  execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', folder], { cwd: root });
});
