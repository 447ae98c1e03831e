import { CircleUserRound } from 'lucide-react';
import { Link } from 'wouter';
import { useAuth } from '../auth/auth.ts';

/** To the dashboard or to the sign-in. Until it is known which, its place is kept. */
export function AccountLink({ onChoose }: { onChoose?: () => void }) {
  const { user, isLoading } = useAuth();
  return (
    <Link
      className={isLoading ? 'btn btn-g await-session' : 'btn btn-g'}
      href={user === null ? '/login' : '/dashboard'}
      onClick={onChoose}
    >
      <CircleUserRound className="i" />
      {user === null ? 'Sign in' : 'Dashboard'}
    </Link>
  );
}
