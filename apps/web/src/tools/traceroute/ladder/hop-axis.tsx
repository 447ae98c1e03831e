import { at } from '../../../ui/charts/axis-numbers.tsx';
import type { LadderRow } from './ladder-geometry.ts';

const RADIUS = 3;

/** The replies of one hop as dots, and the line of the fastest ones from hop to hop. */
export function HopAxis({ row, ticks }: { readonly row: LadderRow; readonly ticks: readonly number[] }) {
  const { dots, best, enters, leaves, isBeyond } = row;
  return (
    <svg className="axis" aria-hidden="true">
      {ticks.map((tick) => (
        <line key={tick} className="tick" x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />
      ))}
      <g>
        {best !== null && enters !== null && <line className="step" x1={at(enters)} y1="0" x2={at(best)} y2="50%" />}
        {best !== null && leaves !== null && <line className="step" x1={at(best)} y1="50%" x2={at(leaves)} y2="100%" />}
        {dots.map((dot) => (
          <circle key={dot} cx={at(dot)} cy="50%" r={RADIUS} />
        ))}
        {isBeyond && (
          <text x="100%" y="50%" dx={9} dy="0.35em">
            ›
          </text>
        )}
      </g>
    </svg>
  );
}
