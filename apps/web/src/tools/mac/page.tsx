import { ComingSoon } from '../coming-soon.tsx';
import type { PageProps } from '../screen-card.ts';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <p>
        A MAC address identifies a network interface within its local network. Its first 24 to 36 bits name whom the
        IEEE assigned the block to, which is the manufacturer in most cases. Many phones and laptops use random
        addresses, which name nobody.
      </p>
    </ComingSoon>
  );
}
