import { Link } from 'wouter';
import { useAuth } from '../../browser/accounts/auth.ts';
import { CircleUserRound } from '../../ui/icons/lucide/circle-user-round.ts';

/** Link to the dashboard or to the sign-in page. Its space is reserved until it is known which. */
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
