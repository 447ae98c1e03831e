import { xmlAttribute, xmlText } from '@sonde/contract/escaping/xml-text';
import { shownLine } from './shown-text.ts';
import type { ToldChange } from './told.ts';

export interface FeedFacts {
  readonly brand: string;
  readonly baseUrl: string;
  /** Distinguishes the feed from those of others without being its address; in its id. */
  readonly id: string;
  readonly updatedMs: number;
}

const MAX_TITLE = 200;

/** The changes as a feed (RFC 4287). Texts of strangers are text in it, never markup. */
export function atomFeed(told: readonly ToldChange[], { brand, baseUrl, id, updatedMs }: FeedFacts): string {
  const newest = told[0]?.change.confirmedAt ?? new Date(updatedMs).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:sonde:feed:${xmlText(id)}</id>`,
    `<title>${xmlText(`${brand}: changes`)}</title>`,
    `<link rel="alternate" href="${xmlAttribute(`${baseUrl}/watch`)}"/>`,
    `<updated>${newest}</updated>`,
    `<author><name>${xmlText(brand)}</name></author>`,
    ...told.map((one) => entry(one, baseUrl)),
    '</feed>',
    '',
  ].join('\n');
}

function entry({ watch, change }: ToldChange, baseUrl: string): string {
  const title = shownLine(`${watch.name || watch.target}: ${change.label}`, MAX_TITLE);
  return [
    '<entry>',
    `<id>urn:uuid:${change.id}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<link rel="alternate" href="${xmlAttribute(`${baseUrl}/watch/${watch.id}`)}"/>`,
    `<published>${change.at}</published>`,
    `<updated>${change.confirmedAt ?? change.at}</updated>`,
    `<category term="${xmlAttribute(watch.tool)}"/>`,
    `<summary type="text">${xmlText(change.text)}</summary>`,
    '</entry>',
  ].join('\n');
}
