import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { ChainStep, GraphZone, ZoneHold } from './graph.ts';
import { type Arrow, type Layout, layoutOf, type PlacedNode, type PlacedZone } from './layout.ts';
import { shortened, shortenedName } from './shortened.ts';

interface DrawingProps {
  readonly graph: readonly GraphZone[];
  /** Available width in CSS pixels. */
  readonly available: number;
  readonly label: string;
  /** The zones that are drawn as one line. */
  readonly short: ReadonlySet<GraphZone>;
}

const HEADINGS = ['From the parent', 'Keys', 'Signed'];
/** Symbols beside the words, so that nobody has to rely on colours. */
const marks: Readonly<Record<ZoneHold, string>> = { ok: '✓', partly: '!', broken: '✗', unknown: '?', none: '–' };

/** The chain of trust as a picture; screen readers get the list beside it. */
export function Drawing({ graph, available, label, short }: DrawingProps) {
  const layout = layoutOf(graph, available, short);
  const { width, height, columns, isNarrow, zones } = layout;
  return (
    <svg
      className={isNarrow ? 'chain-drawing narrow' : 'chain-drawing'}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      {columns.map((x, column) => (
        <text key={x} className="heading" x={x} y={13}>
          {HEADINGS[column]}
        </text>
      ))}
      {zones.map((zone) => (
        <ZoneBox key={zone.zone.name} placed={zone} layout={layout} />
      ))}
    </svg>
  );
}

/** Width of a character in the monospaced font of names, at their two sizes. */
const LETTER = 7.9;
const NARROW_LETTER = 7.3;

function ZoneBox({ placed, layout }: { readonly placed: PlacedZone; readonly layout: Layout }) {
  const { zone, x, y, width, height, nodes, arrows, link } = placed;
  const { hold } = zone;
  const status = `${marks[hold]} ${zone.status}`;
  const room = Math.floor((layout.width - 28 - status.length * 7.2) / (layout.isNarrow ? NARROW_LETTER : LETTER));
  const full = zone.name === '.' ? '. (root)' : visibleText(zone.name);
  const shown = shortenedName(full, room);
  return (
    <g>
      <rect className="zone" data-hold={hold} x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={8} />
      <text className="name" x={x + 10} y={y + 22}>
        {shown !== full && <title>{full}</title>}
        {shown}
      </text>
      <text className="status" data-hold={hold} x={x + width - 10} y={y + 22} textAnchor="end">
        {status}
      </text>
      {link !== null && (
        <>
          <ArrowLine arrow={link} isDown />
          <Word
            step={link.step}
            x={link.textX}
            y={link.textY}
            more={` by ${zoneText(zone.parent ?? '')}`}
            room={room}
          />
        </>
      )}
      {arrows.map((arrow) => (
        <ArrowLine key={`${arrow.path}${arrow.hold}`} arrow={arrow} />
      ))}
      {nodes.map((node) => (
        <NodeBox key={node.node.id} placed={node} />
      ))}
    </g>
  );
}

function NodeBox({ placed: { node, x, y, width, height, rows } }: { readonly placed: PlacedNode }) {
  const room = Math.floor((width - 12) / 6);
  return (
    <g data-kind={node.kind}>
      <rect className={node.isThere ? 'node' : 'node absent'} x={x} y={y} width={width} height={height} rx={5} />
      <text className="title" x={x + 8} y={y + 17}>
        {shortened(node.title, room)}
      </text>
      {node.detail !== '' && (
        <text className="detail" x={x + 8} y={y + 33}>
          {shortened(node.detail, room)}
        </text>
      )}
      {rows.map(({ step, y: middle }) => (
        <Word key={`${middle}`} step={step} x={x + 8} y={middle + 4} room={room} />
      ))}
    </g>
  );
}

interface WordProps {
  readonly step: ChainStep;
  readonly x: number;
  readonly y: number;
  readonly more?: string;
  readonly room: number;
}

function Word({ step: { hold, word }, x, y, more = '', room }: WordProps) {
  return (
    <text className="word" data-hold={hold} x={x} y={y}>
      {(more === '' ? shortened : shortenedName)(`${marks[hold]} ${visibleText(word)}${more}`, room)}
    </text>
  );
}

/** An arrow that points to the right, or down. */
function ArrowLine({
  arrow: { path, hold, x, y },
  isDown = false,
}: {
  readonly arrow: Arrow;
  readonly isDown?: boolean;
}) {
  const head = isDown ? `M${x} ${y}l-4.5 -8h9z` : `M${x} ${y}l-8 -4.5v9z`;
  return (
    <g className="arrow" data-hold={hold}>
      <path d={path} />
      <path className="head" d={head} />
    </g>
  );
}
