export function Page() {
  return <h1>Sign in to your account</h1>;
}
