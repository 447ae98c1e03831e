import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
} from '@firebase/auth';
import { Changed } from '@sonde/contract/account';
import { askAccount } from '../api/ask.ts';
import type { HostedAccounts } from '../site-config.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Accounts in a Firebase project. Its messages are shown unchanged. */
export function createProvider({ firebase, emulator }: HostedAccounts): IdentityProvider {
  const auth = initializeAuth(initializeApp(firebase), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // The emulator's warning would be added to the page with an inline style, which our CSP refuses.
  if (emulator !== null) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return {
    subscribe: (onUser, onProblem) =>
      onAuthStateChanged(
        auth,
        (user) => onUser(user === null ? null : { email: user.email }),
        (error) => onProblem(error.message),
      ),
    async signIn(email, password) {
      await signInWithEmailAndPassword(auth, email, password);
    },
    async signUp(email, password) {
      await createUserWithEmailAndPassword(auth, email, password);
    },
    signOut: () => signOut(auth),
    async sendPasswordReset(email) {
      await sendPasswordResetEmail(auth, email);
      return 'mail';
    },
    setNewPassword: () => Promise.reject(new Error('This provider’s mails link to its own page.')),
    deleteAccount: (password) => removeAccount(auth, password),
    async headers() {
      await auth.authStateReady();
      const token = await auth.currentUser?.getIdToken();
      return token === undefined ? {} : { Authorization: `Bearer ${token}` };
    },
  };
}

/** Checks the password first: a wrong one must not delete the history. */
async function removeAccount(auth: Auth, password: string): Promise<void> {
  const { currentUser } = auth;
  if (currentUser === null) return;
  await reauthenticateWithCredential(currentUser, EmailAuthProvider.credential(currentUser.email ?? '', password));
  await askAccount('', Changed, { method: 'DELETE' });
  await deleteUser(currentUser);
}
