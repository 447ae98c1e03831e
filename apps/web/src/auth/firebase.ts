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
import { askAccount } from '../ask.ts';
import type { HostedAccounts } from '../site-config.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Accounts of a Firebase project. Its messages are shown as they come. */
export function createProvider({ firebase, emulator }: HostedAccounts): IdentityProvider {
  const auth = initializeAuth(initializeApp(firebase), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // Its warning would be written into the page with a style that our policy refuses.
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
    setNewPassword: () => Promise.reject(new Error('The mail of this provider leads to a page of its own.')),
    deleteAccount: (password) => removeAccount(auth, password),
    async headers() {
      await auth.authStateReady();
      const token = await auth.currentUser?.getIdToken();
      return token === undefined ? {} : { Authorization: `Bearer ${token}` };
    },
  };
}

/** The password first: a wrong one must not cost the history. */
async function removeAccount(auth: Auth, password: string): Promise<void> {
  const { currentUser } = auth;
  if (currentUser === null) return;
  await reauthenticateWithCredential(currentUser, EmailAuthProvider.credential(currentUser.email ?? '', password));
  await askAccount('', Changed, { method: 'DELETE' });
  await deleteUser(currentUser);
}
