package io.tributary.gateway.channel;

import io.tributary.gateway.file.FollowedFile;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.file.Path;
import java.util.Optional;

/** The channel accounts of a file, as it is now, or as it was when it could last be used. */
public final class ChannelAccountFile implements Component {

  private final FollowedFile<ChannelAccounts> file;

  /**
   * Accounts that are read at the start.
   *
   * @param file without one no account is known
   */
  public ChannelAccountFile(Optional<Path> file) {
    this.file =
        new FollowedFile<>(
            file,
            new FollowedFile.Form<>(
                "secrets.file",
                "channel accounts",
                ChannelAccounts.NONE,
                ChannelAccountsReader::read,
                accounts -> accounts.byName().size(),
                ChannelAccounts::isSecret));
  }

  /** Reads the file; {@link SettingsException} when it cannot be used. */
  @Override
  public void start() {
    file.start();
  }

  /** Whether the file cannot be used as it is now, so that earlier accounts count. */
  public boolean isBroken() {
    return file.isBroken();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    file.close(deadline);
  }

  ChannelAccounts accounts() {
    return file.content();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
