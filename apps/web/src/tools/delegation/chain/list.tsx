import { formatUtc } from '@sonde/contract/text/format-utc';
import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { Fragment } from 'react';
import { shownText } from '../../../ui/text/shown-text.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { ChainStep, GraphNode, GraphZone, Hold } from './graph.ts';

/** What each symbol of the drawing means, in a word. */
const holdWords: Readonly<Record<Hold, string>> = { ok: 'holds', broken: 'broken', unknown: 'not checked', none: '' };

/** The same graph as a list: zones with their DS records, the keys those identify, and what the keys sign. */
export function ChainList({ graph }: { readonly graph: readonly GraphZone[] }) {
  return (
    <ol className="chain-list">
      {graph.map((zone) => (
        <li key={zone.name}>
          <strong>{zone.name === '.' ? '. (root)' : shownText(zone.name)}</strong>: {zone.status}.{' '}
          {visibleText(zone.why)}
          <ul>
            <ZoneItems zone={zone} />
          </ul>
        </li>
      ))}
    </ol>
  );
}

function ZoneItems({ zone }: { readonly zone: GraphZone }) {
  const { parent, link, ds, keys, sets } = zone;
  const named = (node: GraphNode) => keys.filter(({ steps }) => steps.some(({ from }) => from === node.id));
  /** A key with two DS records is described below the first. */
  const placeOf = new Map<string, string>();
  for (const node of ds) for (const key of named(node)) if (!placeOf.has(key.id)) placeOf.set(key.id, node.id);
  const unsigned = sets.filter(({ steps }) => steps.every(({ from }) => from === null));
  return (
    <>
      {ds.map((node) => (
        <li key={node.id}>
          {titleText(node)}
          {parent !== null && ` in ${zoneText(parent)}`}
          {link !== null && `: ${link.word}`}
          {named(node).length > 0 && (
            <ul>
              {named(node).map((key) => (
                <KeyItem key={key.id} node={key} from={node.id} sets={placeOf.get(key.id) === node.id ? sets : []} />
              ))}
            </ul>
          )}
        </li>
      ))}
      {keys
        .filter(({ id }) => !placeOf.has(id))
        .map((key) => (
          <KeyItem key={key.id} node={key} from={null} sets={sets} />
        ))}
      {unsigned.map((set) => (
        <li key={set.id}>
          {set.title}
          {set.steps.map(({ word }) => `: ${word}`)}
        </li>
      ))}
    </>
  );
}

interface KeyItemProps {
  readonly node: GraphNode;
  /** The DS record that identifies the key. */
  readonly from: string | null;
  readonly sets: readonly GraphNode[];
}

function KeyItem({ node, from, sets }: KeyItemProps) {
  const signed = sets.flatMap((set) =>
    set.steps.filter((step) => step.from === node.id).map((step) => ({ set, step })),
  );
  return (
    <li>
      {titleText(node)}
      {from !== null &&
        node.steps.filter((step) => step.from === from).map((step) => <StepText key={step.word} step={step} />)}
      {signed.length > 0 && (
        <ul>
          {signed.map(({ set, step }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a key may have several signatures over one set
            <li key={index}>
              signs {set.title}
              <StepText step={step} />
              {step.hold === 'ok' && set.more !== '' && ` until ${formatUtc(set.more)}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function StepText({ step: { hold, word } }: { readonly step: ChainStep }) {
  const meaning = holdWords[hold];
  const isClear = hold === 'ok' || meaning === '' || meaning === word;
  return (
    <Fragment>
      : <span data-hold={hold}>{isClear ? visibleText(word) : `${meaning}, ${visibleText(word)}`}</span>
    </Fragment>
  );
}

function titleText({ title, detail, more, kind }: GraphNode): string {
  const rest = [detail, kind === 'set' ? '' : more].filter((text) => text !== '').join(', ');
  return visibleText(rest === '' ? title : `${title} (${rest})`);
}
