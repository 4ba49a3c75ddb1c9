import {
  IconActivity,
  IconDots,
  IconHash,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRefresh,
  IconSettings,
  IconTestPipe,
} from "@tabler/icons-react";
import { useState } from "react";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuDivider, MenuItem } from "../../../../web/ui/menu/menu-items";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";
import { useSyncNow, useTestAccount } from "../integration-queries";
import classes from "../integrations.module.css";
import { ShowAll } from "../show-all";
import { ConnectDialog } from "./connect-dialog";
import { ConversationsDialog } from "./conversations-dialog";
import { DisconnectQuestion } from "./disconnect-question";
import { ProofDialog } from "./proof-dialog";
import { SyncSettingsDialog } from "./sync-settings-dialog";

interface AccountsProps {
  provider: IntegrationProvider;
  teamId: string;
  mayManage: boolean;
  /** An account's row is about to disappear, together with the focus. */
  onGone: () => void;
}

/** Accounts shown before "Show all". */
const shownFirst = 5;

/** The accounts connected to one provider. */
export function ProviderAccounts({ provider, teamId, mayManage, onGone }: AccountsProps) {
  const [all, setAll] = useState(false);
  const { accounts, name } = provider;
  if (accounts.length === 0) return null;
  return (
    <div>
      <ul className={classes.accounts} aria-label={`Accounts connected to ${name}`}>
        {(all ? accounts : accounts.slice(0, shownFirst)).map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            provider={provider}
            teamId={teamId}
            mayManage={mayManage}
            onGone={onGone}
          />
        ))}
      </ul>
      <ShowAll count={accounts.length} shownFirst={shownFirst} all={all} onChange={setAll} />
    </div>
  );
}

type Open = "disconnect" | "settings" | "conversations" | "proof" | "reconnect";

/** One connected account and its actions. */
function AccountRow({
  account,
  provider,
  teamId,
  mayManage,
  onGone,
}: AccountsProps & { account: IntegrationAccount }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const sync = useSyncNow(teamId);
  const test = useTestAccount(teamId);
  const close = () => setOpen(null);
  const busy = sync.isPending || test.isPending;
  const choose = (next: Open) => () => {
    setMenu(null);
    setOpen(next);
  };
  return (
    <li className={classes.account}>
      <AccountWords account={account} />
      <button
        type="button"
        className={classes.more}
        aria-label={`Actions for ${account.accountName}`}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={({ currentTarget }) => setMenu(currentTarget)}
      >
        {busy ? (
          <IconRefresh size={18} className={classes.turning} aria-hidden />
        ) : (
          <IconDots size={18} aria-hidden />
        )}
      </button>
      {menu && (
        <AnchoredMenu
          button={menu}
          label={`Actions for ${account.accountName}`}
          onClose={() => setMenu(null)}
        >
          {provider.syncs && (
            <Item icon={IconRefresh} label="Sync now" onClick={() => sync.mutate(account.id)} />
          )}
          <Item icon={IconTestPipe} label="Test connection" onClick={() => test.mutate(account.id)} />
          <Item icon={IconActivity} label="Test with a message" onClick={choose("proof")} />
          {mayManage && (
            <>
              <MenuDivider />
              {provider.choosesConversations && (
                <Item icon={IconHash} label="Choose conversations" onClick={choose("conversations")} />
              )}
              {provider.syncs && (
                <Item icon={IconSettings} label="Sync settings" onClick={choose("settings")} />
              )}
              <Item icon={IconPlugConnected} label="Reconnect" onClick={choose("reconnect")} />
              <Item danger icon={IconPlugConnectedX} label="Disconnect" onClick={choose("disconnect")} />
            </>
          )}
        </AnchoredMenu>
      )}
      {open && <AccountDialog {...{ open, account, provider, teamId, onGone }} onClose={close} />}
    </li>
  );
}

/** Whose account it is, and what is special about it. */
function AccountWords({ account }: { account: IntegrationAccount }) {
  const { accountName, accountEmail, onlyMe, status } = account;
  return (
    <div className={classes.words}>
      <span className={classes.name} dir="auto">
        {accountName}
      </span>
      {accountEmail && accountEmail !== accountName && (
        <span className={classes.meta} dir="auto">
          {accountEmail}
        </span>
      )}
      {(onlyMe || status === "reconnect") && (
        <span className={classes.meta}>
          {status === "reconnect" && <strong className={classes.problem}>Reconnect needed</strong>}
          {status === "reconnect" && onlyMe && " · "}
          {onlyMe && "Only you"}
        </span>
      )}
    </div>
  );
}

interface AccountDialogProps extends Pick<AccountsProps, "provider" | "teamId" | "onGone"> {
  open: Open;
  account: IntegrationAccount;
  onClose: () => void;
}

function AccountDialog({ open, onGone, ...props }: AccountDialogProps) {
  const { account, provider, teamId, onClose } = props;
  if (open === "disconnect") return <DisconnectQuestion {...props} onGone={onGone} />;
  if (open === "settings") return <SyncSettingsDialog {...{ account, teamId, onClose }} />;
  if (open === "conversations") return <ConversationsDialog {...{ account, teamId, onClose }} />;
  if (open === "proof") return <ProofDialog {...props} />;
  return <ConnectDialog {...{ provider, teamId, onClose }} again={account} />;
}

interface ItemProps {
  icon: typeof IconRefresh;
  label: string;
  onClick: () => void;
  danger?: boolean;
}

function Item({ icon: Icon, label, onClick, danger = false }: ItemProps) {
  return (
    <MenuItem leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={onClick} danger={danger}>
      {label}
    </MenuItem>
  );
}
