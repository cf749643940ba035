// Whoever opened the playing link keeps its token in this page's own storage: a cookie would go to every port of the
// machine, and its servers with it. The link's token leaves the address at once; a reload brings it back.

const KEY = "reedboard-token";
const address = new URL(location.href);
const offered = address.searchParams.get("token");

// A browser may refuse its storage; then the token lasts as long as the page.
function stored(use) {
  try { return use(localStorage); } catch { return null; }
}

export const mayAct = document.body.dataset.mayAct === "yes";
export const token = mayAct ? offered : null;

if (offered !== null) {
  stored((storage) => (mayAct ? storage.setItem(KEY, offered) : storage.removeItem(KEY)));
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
} else {
  const kept = stored((storage) => storage.getItem(KEY));
  if (kept) {
    address.searchParams.set("token", kept);
    location.replace(address);
    await new Promise(() => {}); // this page is being left
  }
}
