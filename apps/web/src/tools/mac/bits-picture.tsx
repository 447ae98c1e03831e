import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { type BitGroup, bitGroups } from './bit-groups.ts';
import sheet from './mac.css?inline';
import type { MacAnswer } from './query.ts';

adoptSheet(sheet);

const SIZE = 9;
const STEP = 11;
const OCTET = 8 * STEP;

/** The 48 bits of the address, octet by octet, in the colours of what they mean. */
export function BitsPicture({ data }: { readonly data: MacAnswer }) {
  const { octets, groups } = bitGroups(data);
  return (
    <div className="mac-bits">
      <ol aria-label="Octets">
        {octets.map(({ digits, bits }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: octets have no other identity
          <li key={at}>
            <code>{digits}</code>
            <svg width={OCTET} height={SIZE + 6} aria-hidden="true">
              {bits.map(({ isOne, group }, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: bits have no other identity
                  key={index}
                  className={isOne ? 'one' : undefined}
                  data-group={group}
                  x={index * STEP + 1}
                  y={2}
                  width={SIZE}
                  height={SIZE}
                />
              ))}
            </svg>
          </li>
        ))}
      </ol>
      <ul aria-label="Meaning of the bits">
        {groups.map((one) => (
          <Meaning key={one.group} {...one} />
        ))}
      </ul>
    </div>
  );
}

function Meaning({ group, title, text }: BitGroup) {
  return (
    <li>
      <svg width={SIZE + 4} height={SIZE + 4} aria-hidden="true">
        <rect className="one" data-group={group} x={2} y={2} width={SIZE} height={SIZE} />
      </svg>
      <b>{title}</b> {text}
    </li>
  );
}
