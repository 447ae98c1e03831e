import { CircleUserRound } from 'lucide-react';
import { Link } from 'wouter';

export function AccountLink({ onChoose }: { onChoose?: () => void }) {
  return (
    <Link className="btn btn-g" href="/login" onClick={onChoose}>
      <CircleUserRound className="i" />
      Sign in
    </Link>
  );
}
