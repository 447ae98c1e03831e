import type { Net } from '../net/net.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import type { NetSettings } from '../net/settings.ts';
import { askedType, type createStage, replyTo } from './scripted-dns-server.ts';

const A = 1;

/**
 * A network layer in which every name resolves to this machine, which is allowed at every port unless a test overrides that.
 */
export async function openWebNet(
  stage: ReturnType<typeof createStage>,
  settings: Partial<NetSettings> = {},
): Promise<NodeNet> {
  const resolver = await stage.serve({
    udp: ({ bytes, reply }) =>
      reply(replyTo(bytes, askedType(bytes) === A ? { answers: [Buffer.of(127, 0, 0, 1)] } : {})),
  });
  const open = {
    resolvers: [resolver],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [{ from: 1024, to: 65_535 }],
    trustAnchors: [],
  };
  return stage.own(createNodeNet({ ...open, ...settings }));
}

/** The same network layer, which asks these ports where a URL has none. */
export function atPorts(net: Net, ports: { readonly http: number; readonly https: number }): Net {
  const visit: Net['visit'] = async (url, options, signal) => {
    const { protocol, hostname, pathname, search } = new URL(url);
    const port = protocol === 'https:' ? ports.https : ports.http;
    return { ...(await net.visit(`${protocol}//${hostname}:${port}${pathname}${search}`, options, signal)), url };
  };
  return Object.assign(Object.create(net), { visit }) as Net;
}
