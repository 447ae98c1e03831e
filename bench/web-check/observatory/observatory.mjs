// Judges header sets by the tests of MDN's HTTP Observatory: sets from standard input, results to standard output, as JSON.
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';

// It has a lock of its own in this folder, and is there only once the bench has installed it.
const at = (path) => new URL(`./node_modules/${path}`, import.meta.url);
const peer = '@mdn/mdn-http-observatory';

// It does not start without the list of preloaded hosts, which is 15 MB from elsewhere; none of the sets depends on it.
const preloaded = at(`${peer}/conf/hsts-preload.json`);
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');

const load = (name) => import(at(`${peer}/src/analyzer/tests/${name}.js`).href);
const { Requests } = await import(at(`${peer}/src/types.js`).href);
const { parseHttpEquivHeaders } = await import(at(`${peer}/src/retriever/utils.js`).href);
const require = createRequire(at(`${peer}/package.json`));
const [{ AxiosHeaders }, { CookieJar }] = ['axios', 'tough-cookie'].map((name) => require(name));

const tests = {
  csp: (await load('csp')).contentSecurityPolicyTest,
  cookies: (await load('cookies')).cookiesTest,
  cors: (await load('cors')).crossOriginResourceSharingTest,
  resource: (await load('cross-origin-resource-policy')).crossOriginResourcePolicyTest,
  hsts: (await load('strict-transport-security')).strictTransportSecurityTest,
  referrer: (await load('referrer-policy')).referrerPolicyTest,
  nosniff: (await load('x-content-type-options')).xContentTypeOptionsTest,
  frames: (await load('x-frame-options')).xFrameOptionsTest,
};

function requestsOf({ fields, head, origin }) {
  const requests = new Requests('example.com');
  const headers = new AxiosHeaders();
  for (const [name, value] of fields) {
    const before = headers.get(name);
    headers.set(name, before == null ? value : [before, value].flat());
  }
  const response = () => ({
    headers,
    request: { headers: new AxiosHeaders({ origin }) },
    status: 200,
    statusText: 'OK',
    verified: true,
    data: '',
    config: { headers: new AxiosHeaders() },
    httpEquiv: parseHttpEquivHeaders(head, 'https://example.com/'),
  });
  const jar = new CookieJar();
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    try {
      jar.setCookieSync(value, 'https://example.com/');
    } catch {
      // A cookie that the jar refuses is none.
    }
  }
  Object.assign(requests.responses, { auto: response(), http: response(), https: response(), cors: response() });
  Object.assign(requests, { session: { jar, url: new URL('https://example.com/') } });
  return requests;
}

const sets = await json(process.stdin);
const results = sets.map((set) => {
  const requests = requestsOf(set);
  return Object.fromEntries(
    Object.entries(tests).map(([name, test]) => {
      const { pass, result } = test(requests);
      return [name, { pass, result }];
    }),
  );
});
process.stdout.write(JSON.stringify(results));
