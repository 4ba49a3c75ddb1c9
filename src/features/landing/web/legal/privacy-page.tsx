import { legalTexts } from "../texts";
import { BeforeDeletion, LegalPage, type LegalSection, Offerer, Placeholder } from "./legal-page";

const sections: LegalSection[] = [
  {
    id: "responsible",
    title: "Who is responsible",
    body: (
      <>
        <p>
          Responsible for your personal data is the party that runs this installation of Zippy and offers it
          to you:
        </p>
        <Offerer />
        <p>
          If you run Zippy for yourself, on your own machine, that party is you, and no one else receives your
          data unless you connect an outside service.
        </p>
      </>
    ),
  },
  {
    id: "data",
    title: "What data there is",
    body: (
      <ul>
        <li>
          <strong>Account:</strong> your name, e-mail address and, where the identity provider gives one, your
          picture.
        </li>
        <li>
          <strong>Content:</strong> messages from the accounts you connect or the archives you bring in, with
          senders and times; tasks; recordings and transcripts of meetings; your questions to the assistant
          and its answers; contacts and deals from a connected customer system.
        </li>
        <li>
          <strong>Conclusions:</strong> what Zippy works out from content, such as a task, its urgency and the
          words it rests on.
        </li>
        <li>
          <strong>Connections:</strong> which accounts you connected, and the OAuth tokens or API keys for
          them.
        </li>
        <li>
          <strong>Activity:</strong> what was changed, when and by whom, so that it can be undone and counted
          in your analytics.
        </li>
        <li>
          <strong>Billing:</strong> plan, status of the subscription and payments. Card numbers go to the
          payment provider and never to us.
        </li>
        <li>
          <strong>Technical data:</strong> what a request needs to be answered, such as your network address,
          and records of failures.
        </li>
      </ul>
    ),
  },
  {
    id: "purposes",
    title: "What it is used for",
    body: (
      <>
        <p>
          We use data to provide Zippy to you and your team, to bill paid plans, to keep the service secure
          and to answer you. We do not sell it, show no advertising and build no profiles for others.
        </p>
        <p>
          Where the law of the European Union applies, the basis is the agreement with you (providing and
          billing Zippy), our legitimate interest (security, finding failures), the law (keeping invoices),
          and your consent where we ask for it. You can withdraw consent at any time: Settings → Privacy shows
          what you agreed to, when, and where to withdraw it.
        </p>
      </>
    ),
  },
  {
    id: "ai",
    title: "AI and speech services",
    body: (
      <>
        <p>
          Zippy reads and sorts messages with an engine that is part of the program. Two outside services can
          be added to it:
        </p>
        <ul>
          <li>
            <strong>An AI provider.</strong> When one is configured, content that a request needs (messages,
            tasks, transcripts and your questions) is sent to the AI provider, and its answer is stored with
            your data.
          </li>
          <li>
            <strong>A speech-to-text service.</strong> When one is configured, recordings of meetings are sent
            to the speech-to-text service to be turned into a transcript.
          </li>
        </ul>
        <p>
          When neither is configured, nothing is sent to either. The services in use here:{" "}
          <Placeholder>AI provider and speech-to-text service, or none</Placeholder>.
        </p>
      </>
    ),
  },
  {
    id: "recipients",
    title: "Who else receives data",
    body: (
      <>
        <ul>
          <li>
            <strong>Your team:</strong> its members see what belongs to the team, as far as their role allows.
          </li>
          <li>
            <strong>The identity provider</strong> you sign in with, such as Google, learns that you signed
            in.
          </li>
          <li>
            <strong>Services you connect</strong> receive what is needed to read from them or to synchronise.
            A customer system also receives the tasks your team shares with it.
          </li>
          <li>
            <strong>Programs your team allows:</strong> one with an access token sees what its owner chose,
            and an outgoing webhook receives the ids of what changed.
          </li>
          <li>
            <strong>The payment provider</strong> handles payments for paid plans.
          </li>
          <li>
            <strong>Authorities</strong>, where the law obliges us.
          </li>
        </ul>
        <p>
          Where a recipient is outside your country, we see to the protection that the law asks for, such as
          standard contractual clauses. Data is stored in <Placeholder>Country of storage</Placeholder>.
        </p>
      </>
    ),
  },
  {
    id: "security",
    title: "How data is protected",
    body: (
      <ul>
        <li>
          OAuth tokens and API keys are <strong>encrypted at rest with AES-256-GCM</strong>, under a key that
          is kept apart from the database. They appear in no answer, no log and no export.
        </li>
        <li>
          Access is <strong>role-based</strong>: what a person can see and change depends on the team and on
          the role in it (member, admin, owner). Another team’s data reads as if it did not exist.
        </li>
        <li>
          Sessions and access tokens are stored as hashes. A session ends when you sign out, a token when it
          is revoked.
        </li>
        <li>Over the internet, connections between your browser and Zippy are encrypted (TLS).</li>
      </ul>
    ),
  },
  {
    id: "cookies",
    title: "Cookies and your browser’s storage",
    body: (
      <p>
        Zippy sets one cookie, which keeps you signed in. Your browser also remembers settings such as the
        theme and drafts you have not saved. None of this is used to follow you, and there are no cookies of
        others. Sign-in and payment pages of outside providers have rules of their own.
      </p>
    ),
  },
  {
    id: "keeping",
    title: "How long data is kept",
    body: (
      <>
        <p>We keep your data for as long as you use Zippy. After that:</p>
        <ul>
          <li>
            <strong>After a trial</strong> that nobody followed with a subscription: 30 days, then it is
            deleted.
          </li>
          <li>
            <strong>After a cancellation</strong> has taken effect: 30 days, then it is deleted.
          </li>
          <li>
            <strong>What you delete yourself</strong> can be brought back for 30 days and is then removed for
            good.
          </li>
          <li>
            <strong>Disconnected accounts:</strong> tokens are removed at once; messages and tasks stay until
            you delete them.
          </li>
          <li>
            <strong>Backups</strong> are overwritten within <Placeholder>backup period</Placeholder>.
          </li>
          <li>
            <strong>Invoices</strong> are kept as long as tax law asks for.
          </li>
        </ul>
        <BeforeDeletion />
      </>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <>
        <p>
          You can ask what we store about you, have it corrected, receive a copy you can take elsewhere, have
          it deleted, restrict or object to its use, and complain to the data protection authority where you
          live.
        </p>
        <p>
          Settings → Profile gives you a copy of what is about you at any time, and deletes your account. For
          everything else, write to us at the address above. We answer requests about privacy and deletion{" "}
          <strong>within 30 days</strong>. For data that your team’s owner is responsible for, we may pass
          your request on to them.
        </p>
      </>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Zippy is not for children under <strong>13</strong>, and in the European Union not for anybody under{" "}
        <strong>16</strong>. If we learn that we hold data of a younger person, we delete it.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes of this policy",
    body: (
      <p>
        The date at the top says when this policy was last changed. We tell you of changes that matter before
        they take effect. The law that applies is that of <Placeholder>Jurisdiction</Placeholder>.
      </p>
    ),
  },
];

/** Markup only: the build renders it into privacy.html. */
export function PrivacyPage() {
  return (
    <LegalPage
      title={legalTexts.privacy}
      intro={
        <>
          This policy says which personal data Zippy holds, what happens to it, who receives it and what you
          can ask of us. It belongs to the <a href="/terms">{legalTexts.terms}</a>.
        </>
      }
      sections={sections}
    />
  );
}
