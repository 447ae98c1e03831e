import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refuse } from '../http/errors.ts';
import { html } from '../http/html.ts';
import { isOfApi, sendRequestFailure } from '../http/request-failure.ts';
import type { IsProxy } from '../limits/client.ts';
import { createIsServedHost } from './served-hosts.ts';

export interface HostGuardOptions {
  readonly publicUrl: string | null;
  readonly hosts: readonly string[];
  readonly isProxy: IsProxy | null;
}

/**
 * Refuses requests for host names that the operator has not configured. Otherwise any page could point its own name at this
 * server's address (DNS rebinding): the browser would regard both as one origin, and the page could read lookups made from
 * inside the operator's network.
 */
export function createHostGuard({ publicUrl, hosts, isProxy }: HostGuardOptions): Refuse {
  const isServed = createIsServedHost(publicUrl, hosts);
  return (request, reply) => {
    const unknown = namedHosts(request, isProxy).find((host) => !isServed(host));
    if (unknown === undefined) return false;
    refuse(request, reply, unknown);
    return true;
  };
}

/**
 * All hosts named in a request, every one of which must be served. Pages can set X-Forwarded-Host by script, so it never
 * replaces Host; from a trusted proxy, which may have replaced Host, it is checked as well. A request without Host
 * (HTTP/1.0, health checks) does not come from a browser.
 */
function namedHosts({ raw, originalUrl, headers }: FastifyRequest, isProxy: IsProxy | null): string[] {
  const forwarded = isProxy?.(raw.socket.remoteAddress) ? headers['x-forwarded-host'] : undefined;
  const names = [authorityOf(originalUrl), headers.host, forwarded && lastOf(forwarded)];
  return names.filter((name): name is string => name !== undefined && name !== '');
}

/** Proxies append: the last value is what the nearest one saw. */
const lastOf = (forwarded: string | readonly string[]) => String(forwarded).split(',').at(-1)?.trim();

/** The authority of a request target in absolute form, which overrides Host (RFC 9112 section 3.2.2). */
function authorityOf(target: string): string | undefined {
  return ABSOLUTE_FORM.exec(target)?.[1];
}

const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** The request target as if sent in origin form, which is what routes and other checks expect. */
export function toOriginForm(target: string): string {
  const [start] = ABSOLUTE_FORM.exec(target) ?? [];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Hosts that may be repeated in a message; longer or unusual ones are not. */
const SHOWN_HOST = /^[\w.:[\]-]{1,253}$/;

function refuse(request: FastifyRequest, reply: FastifyReply, host: string): void {
  const name = SHOWN_HOST.test(host) ? `the name ${host}` : 'this name';
  const message =
    `This server does not answer under ${name}. ` +
    'Its operator can add the name to SONDE_HOSTS, or set SONDE_PUBLIC_URL to the address that visitors use.';
  if (isOfApi(request)) sendRequestFailure(reply, 421, message);
  else reply.code(421).type('text/html; charset=utf-8').send(pageOf(message));
}

function pageOf(message: string): string {
  const { markup } = html`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>421 Misdirected Request</title><h1>Misdirected request</h1><p>${message}</p></html>`;
  return `${markup}\n`;
}
