import { AnswerCard } from './answer-card.tsx';
import { Badge } from './badge.tsx';
import { Chip } from './chip.tsx';
import { ShareButton } from './share-button.tsx';

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
