import { failures } from '@sonde/contract';
import type { KeptSnapshot } from '@sonde/contract/snapshots/snapshot';
import { translateFailure } from '@sonde/probes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure, sendRequestFailure } from '../http/request-failure.ts';
import { sendIfChanged } from '../http/send-if-changed.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { checkScope } from '../tokens/register.ts';
import { pageWithContent } from '../web/page-content.ts';
import type { Pages } from '../web/pages.ts';
import { sendPage } from '../web/serve.ts';
import { badge } from './badge.ts';
import { earlyMarkup } from './early-markup.ts';
import { READ_COST } from './sizes.ts';
import { fileFormats } from './snapshot-files.ts';
import type { Snapshots } from './snapshots.ts';

export interface SnapshotPageOptions {
  readonly snapshots: Snapshots;
  readonly limits: ClientLimits;
  readonly brand: string;
  /** Null if something else serves the pages. */
  readonly pages: Pages | null;
}

/** Route of the page in the web build that shows snapshots. */
const SNAPSHOT_ROUTE = '/r/*';
/** Badges are cached only briefly, so that they disappear soon after their snapshot is deleted. */
const BADGE_CACHE = 'public, max-age=300';
const FILE = /^([^.]*)\.([a-z]+)$/;

/** Serves snapshots as a page at `/r/<id>`, and as files at `/r/<id>.json`, `.md`, `.csv` and `.svg`. */
export function registerSnapshotPages(app: FastifyInstance, options: SnapshotPageOptions): void {
  const config = { compressed: 'always' } as const;
  app.get<{ Params: { readonly name: string } }>('/r/:name', { config }, async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    const { name } = request.params;
    const [, id = '', format = ''] = FILE.exec(name) ?? [];
    if (format === 'svg') return sendBadge(request, reply, id, options);
    if (Object.hasOwn(fileFormats, format)) return sendFile(request, reply, { id, format }, options);
    return sendSnapshotPage(request, reply, name, options);
  });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, format }: { readonly id: string; readonly format: string },
  { snapshots, limits }: SnapshotPageOptions,
): Promise<FastifyReply> {
  const kept = await chargedRead(request, reply, { snapshots, limits }, id);
  const file = fileFormats[format];
  if (file === undefined) return sendRequestFailure(reply, 404);
  reply.header('content-disposition', `attachment; filename="sonde-${id}.${format}"`);
  return sendIfChanged(request, reply.type(file.type), file.write(kept));
}

/** Other sites may embed the badge, but no other file. */
async function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { snapshots, limits }: SnapshotPageOptions,
): Promise<FastifyReply> {
  checkScope(request, 'lookups');
  const charge = (units: number) => limits.charge(reply, clientOf(request), units);
  await charge(READ_COST);
  const shown = await snapshots.badge(id, charge);
  reply.headers({ 'cache-control': BADGE_CACHE, 'cross-origin-resource-policy': 'cross-origin' });
  return reply.type('image/svg+xml').send(badge(shown));
}

/** Sends the page with status 200, or with the failure's status if there is no such snapshot; its script shows why. */
async function sendSnapshotPage(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { snapshots, limits, brand, pages }: SnapshotPageOptions,
): Promise<FastifyReply> {
  const page = pages?.routes.get(SNAPSHOT_ROUTE);
  if (page === undefined) return sendRequestFailure(reply, 404);
  const kept = await chargedRead(request, reply, { snapshots, limits }, id).catch(translateFailure);
  if ('code' in kept) {
    if (kept.code === 'internal') return sendFailure(reply, kept);
    return sendPage(request, reply.code(failures[kept.code].status), page);
  }
  return sendPage(request, reply, await pageWithContent(page, { ...headOf(kept, brand), early: earlyMarkup(kept) }));
}

async function chargedRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { snapshots, limits }: Pick<SnapshotPageOptions, 'snapshots' | 'limits'>,
  id: string,
): Promise<KeptSnapshot> {
  checkScope(request, 'lookups');
  const charge = (units: number) => limits.charge(reply, clientOf(request), units);
  await charge(READ_COST);
  return snapshots.read(id, charge);
}

function headOf({ snapshot: { target, parts, keptAt } }: KeptSnapshot, brand: string) {
  const tools = [...new Set(parts.map(({ tool }) => tool))].join(', ');
  const measuredAt = parts[0]?.measuredAt ?? keptAt;
  return {
    title: `${target} · Kept result · ${brand}`,
    description: `${target} (${tools}) as it was measured on ${measuredAt.slice(0, 10)}, signed.`,
  };
}
