import { plans, trialDays } from "../../../billing/plans";
import { legalTexts } from "../texts";
import { BeforeDeletion, LegalPage, type LegalSection, Offerer, Placeholder } from "./legal-page";

const sections: LegalSection[] = [
  {
    id: "agreement",
    title: "This agreement",
    body: (
      <>
        <p>
          By signing in to Zippy you accept these terms. If you do so for a company or another organisation,
          you confirm that you may bind it, and “you” means that organisation. If you do not agree, do not use
          Zippy.
        </p>
        <p>
          The <a href="/privacy">{legalTexts.privacy}</a> says what happens to personal data. It belongs to
          these terms.
        </p>
      </>
    ),
  },
  {
    id: "service",
    title: "What Zippy does",
    body: (
      <p>
        Zippy collects messages from the e-mail, chat and social accounts you connect, or from archives you
        bring in. It works out which of them ask something of you, makes tasks of them and sorts these by
        urgency and importance. It also records meetings to find what was agreed, answers questions about your
        own material, and connects to customer systems. Which parts you can use depends on your plan and on
        what whoever runs the installation has set up.
      </p>
    ),
  },
  {
    id: "age",
    title: "Who may use it",
    body: (
      <p>
        You have to be at least <strong>13 years old</strong>, or at least <strong>16 years old</strong> if
        you live in the European Union. If you are not yet of age where you live, a parent or guardian has to
        agree to these terms for you.
      </p>
    ),
  },
  {
    id: "account",
    title: "Your account and your team",
    body: (
      <>
        <p>
          You sign in with an account of an outside identity provider, such as Google, or with the embedded
          sign-in of an installation on one machine. Keep that account to yourself; you answer for what is
          done with it. Tell us at once when you believe that somebody else has used it.
        </p>
        <p>
          Work in Zippy belongs to a team. Access within it is <strong>role-based</strong>: members work with
          tasks, messages, meetings and the assistant; admins also look after connections and invitations; the
          owner also decides about billing and about deleting the team. Members of your team can see what is
          shared with the team.
        </p>
      </>
    ),
  },
  {
    id: "trial",
    title: "Free trial",
    body: (
      <>
        <p>
          Every paid plan can be tried for <strong>{trialDays} days</strong> free of charge. We ask for{" "}
          <strong>no card</strong> to begin, and the trial never turns into a paid plan by itself.
        </p>
        <p>
          When the trial ends and nobody has subscribed, you can still read and export what is there. We keep
          your data for <strong>30 days after the end of the trial</strong> and then delete it.
        </p>
        <BeforeDeletion />
      </>
    ),
  },
  {
    id: "payment",
    title: "Plans, prices and payment",
    body: (
      <>
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Price per month</th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ id, name, price }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>${price}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          What each plan contains stands on the <a href="/pricing">pricing page</a>. Paid plans are{" "}
          <strong>billed monthly in advance</strong>, in US dollars, through an outside payment provider; we
          never see the full number of your card. Prices are without the taxes that apply where you are.
        </p>
        <p>
          We tell you of any change of a price at least <strong>30 days before it takes effect</strong>. You
          can cancel before then and never pay the new price.
        </p>
      </>
    ),
  },
  {
    id: "cancelling",
    title: "Cancelling, and your money back",
    body: (
      <>
        <p>
          You can cancel at any time. The cancellation takes effect at the{" "}
          <strong>end of the billing period</strong> you have paid for; until then everything works as before,
          and you can take the cancellation back.
        </p>
        <p>
          If a paid plan is not what you need, write to us within 30 days of your first payment and you get
          that payment back: a <strong>30-day money-back guarantee</strong> on every paid plan, without giving
          reasons. Other payments for a period that has begun are not refunded, unless the law says so.
        </p>
        <p>
          We keep your data for <strong>30 days after the cancellation has taken effect</strong>, in case you
          come back or want to export it. Then it is deleted, after the same warnings as at the end of a
          trial.
        </p>
      </>
    ),
  },
  {
    id: "content",
    title: "Your content",
    body: (
      <>
        <p>
          Your messages, tasks, recordings, notes and everything else you bring into Zippy remain yours. You
          allow us to store and process them only as far as it takes to provide Zippy to you and your team.
        </p>
        <p>
          You need the right to bring that content in. In many places everybody in a meeting has to agree
          before it may be recorded; asking them is up to you.
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
          Zippy sorts messages with an engine of its own. Where an AI provider is configured, the content that
          a request needs (messages, tasks, transcripts and your questions) is{" "}
          <strong>sent to the AI provider</strong>. Where a speech-to-text service is configured, recordings
          of meetings are <strong>sent to the speech-to-text service</strong> to be transcribed. Where neither
          is configured, nothing is sent to either.
        </p>
        <p>
          Conclusions of software can be wrong or incomplete. Zippy shows the words a conclusion rests on so
          that you can check it. Do so before you act on anything that matters; Zippy gives no legal, medical
          or financial advice.
        </p>
      </>
    ),
  },
  {
    id: "connections",
    title: "Accounts you connect",
    body: (
      <p>
        When you connect an account of another service, you allow Zippy to read from it what the connection is
        for, and with a customer system to write the tasks you share with it. The{" "}
        <strong>OAuth tokens</strong> we receive for it are{" "}
        <strong>encrypted at rest with AES-256-GCM</strong>. You can disconnect at any time: what was
        collected before stays, nothing new is collected. The terms of the other service apply to your use of
        it, and we do not answer for its failures.
      </p>
    ),
  },
  {
    id: "conduct",
    title: "What is not allowed",
    body: (
      <>
        <p>You agree not to use Zippy to</p>
        <ul>
          <li>break the law or the rights of others, or read accounts you have no right to read;</li>
          <li>send unwanted mass messages, malware or anything meant to deceive;</li>
          <li>get around limits or protections, or look for a way into another team’s data;</li>
          <li>put so much load on the service that others cannot use it;</li>
          <li>resell the service without our written consent.</li>
        </ul>
        <p>We may suspend an account that does any of this, and tell you why unless the law forbids it.</p>
      </>
    ),
  },
  {
    id: "support",
    title: "Availability and support",
    body: (
      <p>
        We work to keep Zippy available, but promise no particular availability except in the service level
        agreement that the Enterprise plan contains. Pro comes with priority support, Enterprise with
        dedicated support. We may change or end features; when a change takes away something important you pay
        for, we tell you in advance.
      </p>
    ),
  },
  {
    id: "ending",
    title: "Ending the agreement",
    body: (
      <p>
        You can stop using Zippy and delete your account at any time. We answer requests for deletion within{" "}
        <strong>30 days</strong>. We may end the agreement with 30 days’ notice, giving back what you have
        paid for the time after that, or at once when you seriously break these terms.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Warranty and liability",
    body: (
      <>
        <p>
          Zippy is provided as it is and as available. As far as the law permits, we give no warranty beyond
          what these terms say, in particular none that a message, a date or a task is never missed.
        </p>
        <p>
          We are liable without limit where the law does not allow limits, such as for intent, gross
          negligence or harm to life and health. In all other cases we are not liable for indirect damage or
          lost profit, and our liability is limited to what you have paid us in the twelve months before the
          damage.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes of these terms",
    body: (
      <p>
        We may change these terms. The date at the top says when we last did. We tell you of changes that
        matter before they take effect. If you do not accept them you can cancel; using Zippy after that day
        means that you accept them.
      </p>
    ),
  },
  {
    id: "law",
    title: "Law and courts",
    body: (
      <p>
        The law of <Placeholder>Jurisdiction</Placeholder> applies, and its courts decide, unless the law that
        protects you as a consumer says otherwise. Should one part of these terms be invalid, the rest stays
        in force.
      </p>
    ),
  },
  {
    id: "contact",
    title: "How to reach us",
    body: (
      <>
        <p>
          These terms are between you and the following party. We answer requests about deletion and privacy
          within <strong>30 days</strong>.
        </p>
        <Offerer />
      </>
    ),
  },
];

/** Markup only: the build renders it into terms.html. */
export function TermsPage() {
  return (
    <LegalPage
      title={legalTexts.terms}
      intro={
        <>
          These terms govern your use of Zippy, as offered by <Placeholder>Company name</Placeholder> (“we”).
          They say what you can expect of us, and what we expect of you.
        </>
      }
      sections={sections}
    />
  );
}
