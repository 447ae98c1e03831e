import { numbersOf, type Scale } from './time-scale.ts';

/** A share of the width, as the coordinate of a shape. */
export const at = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

/** The numbers of an axis of milliseconds, for all charts; where the chart is narrow, those that `rank` names are hidden. */
export function AxisNumbers({ scale }: { readonly scale: Scale }) {
  return (
    <div className="axis-numbers">
      <svg aria-hidden="true">
        {numbersOf(scale).map(({ text, part, rank }) => (
          <text key={part} className={rank} x={at(part)} y="50%" dy="0.35em">
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}
