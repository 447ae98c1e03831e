import { gtlsclient } from '@sonde/lab';
import { sized } from '../effort.ts';
import type { OwnWeb, WebAnswer } from './own.ts';
import { curlFollows } from './peers/curl.ts';
import { nghttp } from './peers/nghttp.ts';
import { type HeaderFacts, testsslHeaders } from './peers/testssl.ts';
import { redirectPaths } from './redirect-sites.ts';
import { type ServedSites, urlOf } from './served-sites.ts';

/** What was compared with one peer, and where it says something else. */
export interface Comparison {
  readonly peer: string;
  readonly compared: number;
  readonly different: readonly string[];
  /** Differences that are meant, each with its reason. */
  readonly explained: readonly string[];
}

const HOST = 'r.web.test';
const LOOP = '/loop';
const HIDDEN = 'cookies hidden from scripts';
const fewer = <Value>(all: readonly Value[]) => sized(all, { smoke: all.slice(0, 2) });
const different = (what: string, own: unknown, peer: unknown) =>
  JSON.stringify(own) === JSON.stringify(peer)
    ? []
    : [`${what}: Sonde ${JSON.stringify(own)}, peer ${JSON.stringify(peer)}`];

/** The same requests with the same status in the same order as `curl -L`. */
export async function compareRedirects({ redirects }: ServedSites, sonde: OwnWeb): Promise<Comparison> {
  const { httpPort, httpsPort } = redirects;
  const found: string[] = [];
  const explained: string[] = [];
  const paths = fewer(redirectPaths);
  for (const path of paths) {
    const url = `https://${HOST}:${httpsPort}${path}`;
    const { answer } = await sonde.check(url);
    const own = answer.chain.map((hop) => {
      const { host, pathname, search } = new URL(hop.url);
      return `${host}${pathname}${search} ${hop.status}`;
    });
    const theirs = await curlFollows(url, [httpPort, httpsPort, ...portsIn(answer)]);
    if (path === LOOP && own.every((one, index) => one === theirs[index]) && theirs.length > own.length) {
      explained.push(`${path}: Sonde names the loop after ${own.length} request, curl makes ${theirs.length}`);
    } else {
      found.push(...different(path, own, theirs));
    }
  }
  return { peer: 'curl -L', compared: paths.length, different: found, explained };
}

const portsIn = ({ chain }: WebAnswer) => chain.map(({ url }) => Number(new URL(url).port));

/** Fields that differ from one response to the next, or by what a client accepts. */
const CHANGING: readonly string[] = ['date', 'etag', 'last-modified', 'set-cookie'];

/** Whether HTTP/2 is spoken, with which status, and the fields in their order. */
export async function compareHttp2({ programs }: ServedSites, sonde: OwnWeb): Promise<Comparison> {
  const servers = fewer(['haproxy', 'caddy', 'apache', 'ngtcp2']);
  const found: string[] = [];
  for (const server of servers) {
    const url = urlAt(programs, server);
    const { answer } = await sonde.check(url);
    const theirs = await nghttp(url);
    const [hop] = answer.chain;
    const fields = hop?.headers.map(([name]) => name.toLowerCase()) ?? [];
    const steady = (names: readonly string[]) => names.filter((name) => !CHANGING.includes(name));
    const own = answer.versions.h2 === true ? { status: hop?.status, fields: steady(fields) } : null;
    found.push(...different(server, own, theirs && { status: theirs.status, fields: steady(theirs.fields) }));
  }
  return { peer: 'nghttp', compared: servers.length, different: found, explained: [] };
}

/** Servers of HTTP/3 that end the handshake of ngtcp2's client. */
const http3Refused: Readonly<Record<string, string>> = {
  caddy: 'Caddy ends the handshake of ngtcp2 0.12 with CRYPTO_ERROR 0x150, an internal error',
};

/** Whether a handshake by QUIC agrees on h3. */
export async function compareHttp3({ programs }: ServedSites, sonde: OwnWeb): Promise<Comparison> {
  const servers = fewer(['caddy', 'haproxy', 'ngtcp2', 'ngtcp2-retry', 'apache']);
  const found: string[] = [];
  const explained: string[] = [];
  for (const server of servers) {
    const { answer } = await sonde.check(urlAt(programs, server));
    const { host, port } = placeOf(programs, server);
    const { alpn } = await gtlsclient(host, port);
    const [own, theirs] = [answer.versions.h3 === true, alpn === 'h3'];
    const why = own && !theirs ? http3Refused[server] : undefined;
    const said = different(server, own, theirs);
    if (why === undefined) found.push(...said);
    else explained.push(...said.map((one) => `${one}; ${why}`));
  }
  return { peer: 'ngtcp2-client', compared: servers.length, different: found, explained };
}

/** The header block of testssl.sh. */
export async function compareHeaders({ fields }: ServedSites, sonde: OwnWeb): Promise<Comparison> {
  const found: string[] = [];
  const explained: string[] = [];
  let compared = 0;
  for (const [name, port] of fewer(Object.entries(fields))) {
    const host = `${name}.web.test`;
    const { answer } = await sonde.check(`https://${host}:${port}/`);
    const [own, theirs] = [ownFacts(answer), await testsslHeaders(host, port)];
    compared += Object.keys(own).length;
    for (const fact of Object.keys(own)) {
      const isTheirMistake = fact === HIDDEN && theirs[fact] === theirs['cookies secure'];
      const said = different(`${name}: ${fact}`, own[fact], theirs[fact]);
      if (isTheirMistake) explained.push(...said.map((one) => `${one}; testssl.sh writes the number of Secure there`));
      else found.push(...said);
    }
  }
  return { peer: 'testssl.sh --headers', compared, different: found, explained };
}

function ownFacts({ chain, hsts, cookies }: WebAnswer): HeaderFacts {
  const last = chain.at(-1);
  const sent = (field: string) => last?.headers.find(([name]) => name.toLowerCase() === field)?.[1] ?? null;
  return {
    status: last?.status ?? null,
    'hsts seconds': hsts?.maxAge ?? null,
    'hsts subdomains': hsts?.includeSubDomains ?? null,
    'hsts preload': hsts?.preload ?? null,
    cookies: cookies.length,
    'cookies secure': cookies.filter(({ secure }) => secure).length,
    [HIDDEN]: cookies.filter(({ httpOnly }) => httpOnly).length,
    server: sent('server'),
    'x-frame-options': sent('x-frame-options'),
    'x-content-type-options': sent('x-content-type-options'),
    'content-security-policy': sent('content-security-policy'),
    'referrer-policy': sent('referrer-policy'),
  };
}

type Programs = ServedSites['programs'];

function placeOf(programs: Programs, name: string) {
  const place = programs[name];
  if (place === undefined) throw new Error(`the lab has no ${name}`);
  return place;
}

function urlAt(programs: Programs, name: string): string {
  const place = placeOf(programs, name);
  return urlOf(place, place.port);
}
