import { ShareButton } from '../export/share-button.tsx';
import { Chip } from '../forms/chip.tsx';
import { Badge } from '../tables/badge.tsx';
import { AnswerCard } from './answer-card.tsx';

export function Demo() {
  return (
    <>
      <AnswerCard
        title="Host is partially reachable (20% packet loss)"
        sub="example.com"
        stats={[
          { value: '14.1 ms', label: 'average' },
          { value: '4 / 5', label: 'packets received' },
        ]}
        badge={<Badge tone="warn">20% loss</Badge>}
        actions={<ShareButton />}
      />
      <AnswerCard title="example.com" mono sub="4 records in 2 types">
        <nav className="jump" aria-label="Record types">
          <Chip href="#A" count={2}>
            A
          </Chip>
          <Chip href="#MX" count={2}>
            MX
          </Chip>
        </nav>
      </AnswerCard>
    </>
  );
}
