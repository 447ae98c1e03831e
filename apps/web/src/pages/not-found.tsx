export function Page() {
  return <h1>Page not found</h1>;
}
