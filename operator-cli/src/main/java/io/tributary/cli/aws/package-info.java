/**
 * What AWS must be told: the tables as a CloudFormation template, and each service's permissions.
 */
@NullMarked
package io.tributary.cli.aws;

import org.jspecify.annotations.NullMarked;
