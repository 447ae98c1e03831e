import { readdirSync, readFileSync } from 'node:fs';

/** Who may import whom. Each comment says what to do instead of violating the rule. */

/** Tests and test support. */
export const TESTS = '(\\.(test|lab\\.test|fuzz\\.test)\\.tsx?$|/testing/)';
const NETWORK = '^(net|tls|dns|dns/promises|dgram|http|https|http2|child_process|inspector|cluster)$';
/** Folders in `apps/web/src/tools/` that are not tools but shared between them. */
export const SHARED_ROOMS = ['answer', 'checked', 'findings', 'lookup', 'paste', 'places', 'screens'];
/** The files that may open sockets: the network layer of the probes, and the stores that operators configure. */
export const SOCKET_FILES = [
  '^packages/probes/src/net/',
  '^(apps/api|packages/service)/src/stores/',
  // Answers a request on a connection that is already there.
  '^apps/api/src/places/upgrade\\.ts$',
];

/** The rules for the repository in `root`; one of them is derived from the manifests of its workspaces. */
export function wallRules(root) {
  return [...layerRules, ...webRules, ...unitRules, ...declaredDependencyRules(root)];
}

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const LAYERS =
  'apps → service → probes → contract: a lower layer must not know a higher one. Hand the value in, or move it down.';

const layerRules = [
  rule(
    'contract-stays-isomorphic',
    'The contract runs in Node and in the browser: no Node module, no DOM library, only zod/mini. Move this to probes or web.',
    { path: '^packages/contract/src/', pathNot: TESTS },
    { pathNot: ['^packages/', '^apps/', '^(lab|demo|e2e|bench|scripts)/', '(^|/)node_modules/zod/mini/'] },
  ),
  rule(
    'contract-stays-isomorphic',
    'targets/ imports nothing, so that a form can check its field without loading the schemas.',
    { path: '^packages/contract/src/targets/', pathNot: TESTS },
    { path: ['(^|/)node_modules/', '^packages/contract/src/'], pathNot: '^packages/contract/src/targets/' },
  ),
  rule(
    'sockets-in-the-network-layer-only',
    'Only packages/probes/src/net and the stores of the service and of the API may open sockets or start programs: the guard, the deadlines and the byte limits live there. Add what is missing to the Net interface.',
    { path: '^(packages/(probes|service)|apps/(api|cli))/src/', pathNot: [TESTS, ...SOCKET_FILES] },
    { dependencyTypes: ['core'], path: NETWORK },
  ),
  rule(
    'net-is-an-argument',
    'Probes are handed a Net and know only its interface (net/net.ts) and what addresses are (net/guard/), so that tests and the guard decide what is behind it.',
    { path: '^packages/probes/src/(tools/|[^/]+\\.ts$)', pathNot: [TESTS, '^packages/probes/src/index\\.ts$'] },
    {
      path: '^packages/probes/src/net/',
      pathNot: '^packages/probes/src/net/(net|guard/ip-address|guard/special-use)\\.ts$',
    },
  ),
  rule(
    'engines-know-no-tool',
    'An engine measures for several tools: it knows the network layer and the allowances of targets as interfaces, the protocols, how to wait and for whom it works, and no tool. Hand in what is particular to one.',
    { path: '^packages/probes/src/engines/', pathNot: TESTS },
    {
      path: '^packages/probes/src/',
      pathNot: [
        '^packages/probes/src/(engines|protocols|async)/',
        '^packages/probes/src/net/(net|guard/ip-address|guard/special-use)\\.ts$',
        '^packages/probes/src/limits/(allowance|fair-allowance)\\.ts$',
        '^packages/probes/src/work/work\\.ts$',
      ],
    },
  ),
  rule(
    'data-is-an-argument',
    'Probes are handed the data of this machine and know only its interface (data/data.ts), so that apps and tests decide what is there.',
    { path: '^packages/probes/src/(tools/|[^/]+\\.ts$)', pathNot: [TESTS, '^packages/probes/src/index\\.ts$'] },
    { path: '^packages/probes/src/data/', pathNot: '^packages/probes/src/data/data\\.ts$' },
  ),
  rule(
    'protocols-are-pure',
    'Protocol code turns bytes into values and nothing else: no Node module, no network layer, no tool. Pass in what it needs.',
    { path: '^packages/probes/src/protocols/', pathNot: TESTS },
    { path: '^packages/probes/src/', pathNot: '^packages/probes/src/protocols/' },
  ),
  rule(
    'protocols-are-pure',
    'Protocol code turns bytes into values and nothing else: no Node module, no network layer, no tool. Pass in what it needs.',
    // Sockets are covered by sockets-in-the-network-layer-only.
    { path: '^packages/probes/src/protocols/', pathNot: TESTS },
    { dependencyTypes: ['core'], pathNot: NETWORK },
  ),
  rule(
    'waiting-is-below-everything',
    'What waits knows nothing of what it waits for: no network layer, no tool. Attach what belongs to a lookup with createSignalContext.',
    { path: '^packages/probes/src/async/', pathNot: TESTS },
    { path: '^packages/probes/src/', pathNot: '^packages/probes/src/(async/|net-failure\\.ts$)' },
  ),
  rule(
    'web-never-meets-node',
    'The web runs in a browser: no Node module and no engine. Ask the API (ask.ts), or put what both need into the contract.',
    { path: '^apps/web/src/' },
    { path: '^packages/(probes|service)/' },
  ),
  rule(
    'web-never-meets-node',
    'The web runs in a browser: no Node module and no engine. Ask the API (ask.ts), or put what both need into the contract.',
    { path: '^apps/web/src/', pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ),
  rule('arrows-point-down', LAYERS, { path: '^packages/' }, { path: '^apps/' }),
  rule('arrows-point-down', LAYERS, { path: '^packages/contract/' }, { path: '^packages/(probes|service)/' }),
  rule('arrows-point-down', LAYERS, { path: '^packages/probes/' }, { path: '^packages/service/' }),
  rule(
    'service-knows-no-http',
    'The service is what every head with a server uses, whatever it speaks: no header, no request, no listener. Leave that to the head.',
    { path: '^packages/service/src/', pathNot: TESTS },
    { dependencyTypes: ['core'], path: '^(http|https|http2)$' },
  ),
  rule(
    'apps-do-not-know-each-other',
    'The three apps share only packages. Move what two of them need into the contract.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  rule(
    'lab-shares-no-code-with-what-it-tests',
    'The lab is made with other encoders than ours, else one mistake on both sides passes, and so is the world of the demo. Use another library or program.',
    { path: '^(lab|demo)/' },
    { path: '^(packages|apps)/' },
  ),
  rule(
    'shipped-code-never-imports-the-lab',
    'What is shipped must not need what tests need. Only tests may import lab, demo, e2e, bench, scripts and testing/.',
    { path: '^(packages|apps)/', pathNot: [TESTS, '^apps/[^/]+/(build/|build\\.mjs$|[^/]+\\.config\\.ts$)'] },
    { path: '^(lab|demo|e2e|bench|scripts)/|/testing/' },
  ),
];

/** Folders of `apps/web/src/`: each may import from itself and from those listed. */
const WEB_LAYERS = {
  browser: [],
  ui: ['browser'],
  tools: ['browser', 'ui'],
  pages: ['browser', 'ui', 'tools'],
  shell: ['browser', 'ui', 'tools'],
};

const webRules = Object.entries(WEB_LAYERS).map(([layer, below]) =>
  rule(
    'web-layers-point-down',
    'browser → ui → tools → pages, shell: a lower layer must not know a higher one. Hand the value in, or move the file down.',
    { path: `^apps/web/src/${layer}/`, pathNot: TESTS },
    { path: '^apps/web/src/', pathNot: `^apps/web/src/(testing|${[layer, ...below].join('|')})/` },
  ),
);

const apart = (from, to, own) =>
  rule(
    'tools-do-not-know-each-other',
    'A tool is one unit: another tool must be removable without touching it. Share through protocols/, net/, targets/ or ui/.',
    from,
    { path: to, pathNot: own },
  );

const rooms = `^apps/web/src/tools/(${SHARED_ROOMS.join('|')})/`;

const unitRules = [
  apart(
    { path: '^packages/probes/src/tools/([^/]+)/' },
    '^packages/probes/src/tools/[^/]+/',
    '^packages/probes/src/tools/$1/',
  ),
  apart({ path: '^apps/web/src/tools/([^/]+)/', pathNot: rooms }, '^apps/web/src/tools/[^/]+/', [
    '^apps/web/src/tools/$1/',
    rooms,
  ]),
  rule(
    'shared-rooms-know-no-tool',
    'What tools share works for every tool: hand in what is particular to one, as the tools do with their texts and rules.',
    { path: rooms, pathNot: TESTS },
    { path: '^apps/web/src/tools/', pathNot: rooms },
  ),
  rule(
    'shared-contract-knows-no-tool',
    'What all tools share stands below the tools: hand in what is particular to one, or read it from its module, as answers/ does.',
    { path: '^packages/contract/src/(?!tools/|index\\.ts$)', pathNot: TESTS },
    { path: '^packages/contract/src/tools/[^/]+/' },
  ),
  apart(
    { path: '^packages/contract/src/tools/([^/]+)/' },
    '^packages/contract/src/tools/[^/]+/',
    '^packages/contract/src/tools/$1/',
  ),
  rule(
    'no-cycles',
    'These files import each other in a circle: neither can be read, tested or moved alone. Move the shared part to a third file.',
    {},
    { circular: true },
  ),
];

const LEFT_TO_OTHER_RULES = {
  'apps/web': ['packages/probes', 'packages/service'],
  'packages/probes': ['packages/service'],
};

const UNDECLARED =
  'Name it in the package.json of the workspace that imports it (exact version), and import it by its name.';

function declaredDependencyRules(root) {
  const undeclared = (from, to) => rule('declared-dependencies-only', UNDECLARED, from, to);
  return [
    undeclared({}, { couldNotResolve: true, pathNot: '^virtual:' }),
    undeclared({}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-bundled', 'deprecated'] }),
    undeclared(
      { path: '^(packages|apps)/[^/]+/src/', pathNot: [TESTS, '\\.demo\\.tsx$'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional', 'npm-peer'], pathNot: '^packages/' },
    ),
    // Other workspaces are imported by name, never by a path around their `exports`.
    undeclared(
      { path: '^((?:packages|apps)/[^/]+|lab|demo|e2e|bench)/' },
      { path: '^packages/', pathNot: '^$1/', dependencyTypesNot: ['aliased-workspace'] },
    ),
    ...readdirSync(`${root}/apps`).map((name) => undeclaredWorkspaces(root, `apps/${name}`)),
    ...['packages/probes', 'packages/service'].map((folder) => undeclaredWorkspaces(root, folder)),
  ];

  function undeclaredWorkspaces(base, folder) {
    const { dependencies = {}, devDependencies = {} } = manifestOf(base, folder);
    const declared = [
      folder,
      ...packagesOf(base)
        .filter(({ name }) => name in { ...dependencies, ...devDependencies })
        .map((one) => one.folder),
    ];
    // Other rules forbid that the web imports probes or service, and that the probes import the service.
    const others = [...declared, ...(LEFT_TO_OTHER_RULES[folder] ?? [])];
    return undeclared({ path: `^${folder}/` }, { path: '^packages/', pathNot: others.map((one) => `^${one}/`) });
  }
}

const manifestOf = (root, folder) => JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'));

function packagesOf(root) {
  return readdirSync(`${root}/packages`).map((name) => {
    const folder = `packages/${name}`;
    return { folder, name: manifestOf(root, folder).name };
  });
}
