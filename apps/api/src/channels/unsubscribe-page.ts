import type { FastifyInstance, FastifyReply } from 'fastify';
import { docsStyle } from '../docs/page-style.ts';
import { html, type Markup } from '../http/html.ts';
import { networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { ChannelStore } from './channel-store.ts';
import { channelOfLink, isLinkOf } from './unsubscribe-link.ts';

export interface UnsubscribeOptions {
  readonly channels: ChannelStore;
  readonly limits: ClientLimits;
  readonly brand: string;
}

interface WithLink {
  readonly Params: { readonly link: string };
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 1_000;

/**
 * Ends the mails of a channel: by one request of a mail program (RFC 8058), or by the button of a page. Opening the link
 * alone ends nothing, since programs open links to check them. It needs no sign-in: the link itself is the proof.
 */
export async function registerUnsubscribe(app: FastifyInstance, options: UnsubscribeOptions): Promise<void> {
  const { channels, limits, brand } = options;
  const isOpen = async (link: string): Promise<string | null> => {
    const id = channelOfLink(link);
    const channel = id === null ? null : await channels.byId(id);
    return channel !== null && channel.kind === 'mail' && isLinkOf(link, channel) ? channel.id : null;
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser(FORM_TYPE, parser, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      await limits.charge(reply, networkOf(request), 1);
    });
    scope.get<WithLink>('/unsubscribe/:link', async ({ params: { link } }, reply) => {
      if ((await isOpen(link)) === null) return send(reply, brand, ENDED);
      return send(
        reply,
        brand,
        html`<p>End these mails? Your other channels stay as they are.</p>
<form method="post"><button>End these mails</button></form>`,
      );
    });
    scope.post<WithLink>('/unsubscribe/:link', async ({ params: { link } }, reply) => {
      const id = await isOpen(link);
      if (id !== null) await channels.remove(id);
      return send(reply, brand, ENDED);
    });
  });
}

/** The same for a link that never was one: nobody learns which channels there are. */
const ENDED = html`<p>These mails have ended.</p>`;

function send(reply: FastifyReply, brand: string, content: Markup): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Mails of ${brand}</title><style>${{ markup: docsStyle }}</style></head>
<body><main><h1>Mails of ${brand}</h1>
${content}</main></body></html>`;
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.type('text/html; charset=utf-8').send(page.markup);
}
