import { Chip } from '../forms/chip.tsx';
import { Badge } from './badge.tsx';
import { YesNo } from './yes-no.tsx';

export function Demo() {
  return (
    <div className="jump">
      <Badge>Neutral</Badge>
      <Badge tone="ok">Secure</Badge>
      <Badge tone="warn">Weak</Badge>
      <Badge tone="bad">Not Secure</Badge>
      <YesNo value goodWhen />
      <YesNo value={false} goodWhen={false} />
      <YesNo value={false} goodWhen />
      <Chip>www.example.com</Chip>
      <Chip href="#A" count={2}>
        A
      </Chip>
    </div>
  );
}
