import { AdSlots } from './ad-slot.tsx';

export function Demo() {
  return <AdSlots />;
}
