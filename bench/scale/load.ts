import { Agent, request } from "node:http";

/** Makes one call of a person. Resolves to the parsed response. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** Calls an address over connections that stay open, as a proxy's do. */
export function caller(url: string, cookie: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, ...(body && { "content-type": "application/json" }) };
      const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.once("end", () =>
          answer.statusCode === 200
            ? resolve(JSON.parse(text))
            : reject(new Error(`${method} ${path} returned ${answer.statusCode}: ${text}`)),
        );
      });
      sent.once("error", reject);
      sent.end(body && JSON.stringify(body));
    });
}

/** Repeats `work` for some seconds, several at a time. @returns how often it was done, and for how many seconds. */
export async function repeat(
  seconds: number,
  atATime: number,
  work: (nth: number) => Promise<unknown>,
): Promise<{ done: number; seconds: number }> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let [nth, done] = [0, 0];
  const one = async () => {
    while (performance.now() < until) {
      await work(nth++);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, one));
  return { done, seconds: (performance.now() - began) / 1000 };
}

/** What people do most: three reads, then one write. */
export const ordinaryCall = (call: Call, teamId: string) => (nth: number) => {
  const team = `/api/teams/${teamId}`;
  if (nth % 4 === 3) return call("POST", `${team}/tasks`, { title: `Call the bank about order ${nth}` });
  if (nth % 4 === 2) return call("GET", `${team}/messages?limit=20&offset=0`);
  return call("GET", `${team}/tasks?limit=20`);
};
