import { expect, test } from "vitest";
import { pageOf } from "./pages";

test("a path has its page with and without slashes at its end", () => {
  for (const slashes of ["", "/", "///"]) {
    expect(pageOf(`/terms${slashes}`, true)).toBe("terms.html");
    expect(pageOf(`/pricing${slashes}`, false)).toBe("index.html");
    expect(pageOf(`/inbox${slashes}`, false)).toBe("landing.html");
    expect(pageOf(`/inbox${slashes}`, true)).toBe("index.html");
  }
  for (const path of ["/", "//"]) expect(pageOf(path, false)).toBe("landing.html");
});

test("a path full of slashes is read in linear time", () => {
  const path = `/pricing${"/".repeat(15_000)}x`;
  for (let n = 0; n < 200; n++) expect(pageOf(path, false)).toBe("landing.html");
}, 5_000);
